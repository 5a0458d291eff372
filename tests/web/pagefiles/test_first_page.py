"""The first page stands in Chainlit's HTML, with its starters as text."""

from __future__ import annotations

from civicsetu.web.pagefiles.first_page import add_first_page
from civicsetu.web.pagefiles.page_files import source_folder

PAGE = (source_folder() / "public" / "first_page.html").read_text("utf-8")


def test_the_first_page_takes_the_place_that_the_script_takes_later() -> None:
    html = add_first_page('<body><div id="root"></div></body>', PAGE, [("Late", 'Is "it" <late>?')])
    assert html.startswith('<body><div id="root"><style>') and html.count('id="civicsetu-early-box"') == 1
    assert 'data-ask-early="Is &quot;it&quot; &lt;late&gt;?">Late</button>' in html
    assert "https://" not in html and "http://" not in html


def test_html_without_that_place_stays_as_it_is() -> None:
    assert add_first_page("<p>no</p>", PAGE, []) == "<p>no</p>"
