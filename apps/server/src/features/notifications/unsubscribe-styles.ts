/** Colors of the web app. The page allows this style sheet by its hash, and no other styles. */
export const unsubscribeStyles = `
:root { color-scheme: light dark; --bg: #fffbf9; --card: #fff; --line: #e7d9d3; --edge: #8f7a72; --text: #1f1714; --quiet: #66554e; --brand: #b3261e; --fill: #c62828; --on-fill: #fff }
@media (prefers-color-scheme: dark) { :root { --bg: #161110; --card: #1f1817; --line: #3d312e; --edge: #8f7d77; --text: #f6edea; --quiet: #c3b1aa; --brand: #ff8a80; --fill: #e5484d; --on-fill: #1a0505 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100dvh; display: grid; place-items: center; padding: 1rem; background: var(--bg); color: var(--text); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif }
main { width: min(30rem, 100%); padding: 1.75rem; border: 1px solid var(--line); border-radius: 0.75rem; background: var(--card); overflow-wrap: anywhere }
p { margin: 0 0 1rem }
h1 { margin: 0 0 0.75rem; font-size: 1.375rem; line-height: 1.3 }
.name { color: var(--brand); font-weight: 700; margin-bottom: 1.25rem }
.foot { margin: 1.25rem 0 0; font-size: 0.875rem }
a { color: var(--quiet) }
button { width: 100%; min-height: 3rem; padding: 0.6rem 1.25rem; border: 1px solid var(--fill); border-radius: 0.5rem; background: var(--fill); color: var(--on-fill); font: inherit; font-weight: 600; cursor: pointer }
.undo { border-color: var(--edge); background: none; color: var(--text) }
button:focus-visible, a:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px }
`
