/*
 * What an agent, a file name or a web page could hold to become more than text. Each is to be shown as what it is. A
 * script that runs calls `pwned`; anything that is fetched is at evil.example.
 */

/** Text that turns what stands beside it, or hides in it. */
export const HIDING = [
  'safe \u202Etxt.exe',
  'a \u2066isolated\u2069 b',
  'zero\u200Bwidth\uFEFF\u00AD',
  'esc \u001b[2J\u001b]0;title\u0007\u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007',
  'c1 \u009b31m bell\u0007 back\b\b\b\b over\rwrite',
  'half \ud800 character',
  'p\u0430ypal', // a Cyrillic letter
] as const

/** Markup. */
export const MARKUP = [
  '<script>pwned()</script>',
  '<img src=x onerror=pwned()>',
  '<img src=https://evil.example/pixel.png>',
  '<svg onload=pwned()><use href="https://evil.example/x.svg#a"/></svg>',
  '<iframe src="javascript:pwned()"></iframe><iframe srcdoc="<script>parent.pwned()</script>"></iframe>',
  '<a href="javascript:pwned()">click</a>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example">',
  '<link rel=stylesheet href=https://evil.example/x.css><style>@import "https://evil.example/x.css";</style>',
  '<form action="https://evil.example"><button autofocus onfocus=pwned()>',
  '"><details open ontoggle=pwned()>',
  '</textarea></script><script>pwned()</script>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=pwned()&gt;">',
  '{{constructor.constructor("pwned()")()}} ${pwned()} #{pwned()}',
  '&lt;script&gt;pwned()&lt;/script&gt; &#x3C;img src=x onerror=pwned()&#x3E;',
] as const

/** Markdown. */
export const MARKDOWN = [
  '[click](javascript:pwned())',
  '[click](JaVaScRiPt:pwned()) [click](java\nscript:pwned()) [click](&#106;avascript:pwned())',
  '[click](data:text/html,<script>pwned()</script>) [click](vbscript:pwned()) [click](blob:https://evil.example/x)',
  '![pixel](https://evil.example/pixel.png) ![pixel](//evil.example/pixel.png)',
  '![x](x "onerror=pwned()") ![x]("onerror="pwned())',
  '[ref]: javascript:pwned()\n[ref] <javascript:pwned()> <https://evil.example/auto>',
  '[click](//evil.example) [click](/\\evil.example) [click](https:evil.example)',
  '[looks fine](https://perigee.example@evil.example/)',
  '```html onload=pwned()\n<script>pwned()</script>\n```',
  '~~~"><img src=x onerror=pwned()>\ncode\n~~~',
  '| a | b |\n| --- | --- |\n| <img src=x onerror=pwned()> | [x](javascript:pwned()) |',
  '> '.repeat(200) + 'deep',
  '[['.repeat(300) + '*_'.repeat(300),
  '# <svg onload=pwned()>\n\n- [ ] <img src=x onerror=pwned()>\n\n<!-- --><script>pwned()</script>',
] as const

/** Names of files. */
export const FILE_NAMES = [
  '../../../etc/passwd',
  '<img src=x onerror=pwned()>.ts',
  'javascript:pwned()',
  '//evil.example/share.txt',
  'file\nname\r\nwith lines',
  'gnp.\u202Ejpg',
  'constructor',
  '__proto__',
  'a'.repeat(2000),
] as const

/** All of it. */
export const HOSTILE: readonly string[] = [...HIDING, ...MARKUP, ...MARKDOWN, ...FILE_NAMES]
