// Chainlit opens a citation with a link to "#": the panel opens, the address stays. Of answers stored before they
// had parts.
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a.element-link')) event.preventDefault();
});
