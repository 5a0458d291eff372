// The words of the page around an answer, in the language it is framed in. A hook: called once at the head of a component.
function words() {
  const language = useContext(kept.Language);
  const say = (key, values) => civicsetuSay(`answer.${key}`, values, language);
  return {
    answer: say('answer'),
    complete: say('complete'),
    howMuch: say('how_much'),
    steps: say('steps'),
    law: say('law'),
    alsoLaw: say('also_law'),
    sideBySide: say('side_by_side'),
    factsRead: say('facts_read'),
    correct: (fact) => say('correct', { fact }),
    check: say('check'),
    until: (day) => (day ? say('until', { day }) : say('until_unknown')),
    unchecked: say('unchecked'),
    official: say('official'),
    fullStop: say('full_stop'),
    sources: say('sources'),
    more: (count) => say('more', { count }),
    next: say('next'),
    canAsk: say('can_ask'),
    copy: say('copy'),
    copied: say('copied'),
    share: say('share'),
    print: say('print'),
    retry: say('retry'),
    own: say('own'),
    tip: say('tip'),
    translated: say('translated'),
    open: (label) => say('open', { label }),
    scope: (state) => say('scope', { state }),
  };
}
