import { pageOfShot } from './all-shots.ts'
import type { Shot } from './shot.ts'
import { looks } from './take-screenshot.ts'

export const screenshotFile = (shot: Shot, { size, theme }: (typeof looks)[number]): string =>
  `${shot.name}-${size}-${theme}.png`

/** An HTML page with all screenshots: one row per shot, grouped by page, with the faults found. */
export function contactSheet(shots: readonly Shot[], faults: ReadonlyMap<Shot, string[]>): string {
  const groups = Object.entries(Object.groupBy(shots, pageOfShot))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Screenshots</title>
<style>${style}</style>
<h1>Screenshots</h1>
<nav>${groups.map(([page]) => `<a href="#${page}">${page}</a>`).join(' ')}</nav>
${groups.map(([page, shotsOfPage]) => `<h2 id="${page}">${page}</h2>\n${shotsOfPage.map(shot => row(shot, faults.get(shot) ?? [])).join('\n')}`).join('\n')}
</html>
`
}

const row = (shot: Shot, faults: string[]) => `<section id="${shot.name}">
<h3>${shot.name}${shot.state ? ` <small>${shot.state}</small>` : ''}</h3>
${faults.map(fault => `<p class="fault">${escaped(fault)}</p>`).join('')}
<div class="row">${looks.map(look => image(screenshotFile(shot, look))).join('')}</div>
</section>`

const image = (file: string) => `<a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a>`

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const style = `
body { font: 16px system-ui; margin: 2rem; background: #888; }
nav { display: flex; flex-wrap: wrap; gap: 1rem; }
a { color: inherit; }
.row { display: flex; gap: 1rem; align-items: start; }
img { max-height: 24rem; max-width: 38rem; }
.fault { color: #700; background: #fff; padding: .5rem; }
`
