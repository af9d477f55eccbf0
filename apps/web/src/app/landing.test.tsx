import { readFileSync } from 'node:fs'
import path from 'node:path'
import { plans } from '@recaps/domain/plans'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { madeExample } from '../features/landing/example.ts'
import { startLanding } from '../features/landing/script/start.ts'
import { prerenderLanding } from './prerender.tsx'

const html = await prerenderLanding({ script: { src: '/assets/landing.js' }, styleSheet: '/assets/landing.css' })
const sectionIds = ['hero', 'features', 'how-it-works', 'pricing', 'faq', 'about']

/** The page in a browser: what stands in its head has run, then it has been read to its end. */
function openLanding() {
  const page = new DOMParser().parseFromString(html, 'text/html')
  document.body.innerHTML = page.body.innerHTML
  startLanding()
  document.dispatchEvent(new Event('DOMContentLoaded'))
}

beforeEach(() => window.history.replaceState(null, '', '/landing'))
afterEach(() => vi.useRealTimers())

describe('the landing page', () => {
  test('has the sections that its header and its menu lead to [spec 2.2, 2.16, 2.19]', () => {
    openLanding()
    const regions = sectionIds.map(id => document.getElementById(id))
    for (const region of regions) expect(within(region!).getAllByRole('heading').length).toBeGreaterThan(0)
    const linksOf = (name: string) =>
      within(document.querySelector<HTMLElement>(`nav[aria-label="${name}"]`)!)
        .getAllByRole('link', { hidden: true })
        .map(link => [link.textContent, link.getAttribute('href')])
    const inBoth = [
      ['Features', '#features'],
      ['How It Works', '#how-it-works'],
      ['Pricing', '#pricing'],
      ['FAQ', '#faq'],
    ]
    expect(linksOf('Sections')).toEqual([...inBoth, ['About Us', '#about']])
    expect(linksOf('Menu of this page')).toEqual([['Home', '#hero'], ...inBoth, ['About', '#about']])
  })

  test('is called Recaps, and leads visitors to the log-in and users home [spec 2.16]', () => {
    openLanding()
    expect(html).toContain('<title>Recaps</title>')
    expect(screen.getByRole('banner')).toHaveTextContent(/^Recaps/)
    expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/login')
    expect(within(screen.getByRole('banner')).getByText('Home', { selector: '.button' })).toHaveAttribute(
      'href',
      '/home',
    )
  })

  test('has no script and no style of a foreign host or in the page itself', () => {
    expect([...html.matchAll(/<script[^>]*>[^<]*/g)].map(([script]) => script)).toEqual([
      '<script src="/assets/landing.js">',
    ])
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/)
    const addresses = [...html.matchAll(/\s(?:src|href|action|content)="(https?:[^"]+)"/g)].map(
      ([, address]) => address,
    )
    expect(addresses).toEqual([])
  })

  test('tells the plans as the server goes by them, and what a server of one’s own has', () => {
    openLanding()
    const rows = screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))
    expect(rows[0]!.slice(1, -1)).toEqual(plans.map(({ title }) => `${title}Every account here`))
    const row = (what: string) => rows.find(cells => cells[0] === what)!.slice(1)
    expect(row('Price a month')).toEqual(['Free', '$4.99', '$9.99', '$24.99', '$99.99', 'Free'])
    expect(row('Summaries a month')).toEqual(['3', '10', '30', '500', '1,000', 'up to 1,000'])
    expect(row('Channels to follow')).toEqual(['1', '2', '10', '50', '100', 'up to 100'])
    expect(row('Digests at most')).toEqual(['Monthly', 'Weekly', 'Every other day', 'Daily', 'Daily', 'Daily'])
    expect(row('Community reads a month')).toEqual(['3', '10', '30', '500', '9,999', 'up to 9,999'])
    expect(row('Ask questions about the video')).toEqual(['No', 'No', 'No', 'Yes', 'Yes', 'Yes'])
  })

  test('answers for what is set up on the server, and for what is not', () => {
    openLanding()
    const answersTo = (question: string) => {
      const asked = screen.getByText(question).closest('details')!
      return { asked, answers: [...asked.querySelectorAll<HTMLElement>('.question__answer')] }
    }
    const captions = answersTo('What if a video has no captions?').answers
    expect(captions.map(({ dataset }) => ({ ...dataset }))).toEqual([{ with: 'hearing' }, { without: 'hearing' }])
    expect(captions[0]).toHaveTextContent('Then its sound is listened to and written down first.')
    expect(captions[1]).toHaveTextContent('speech to text is not set up')
    expect(answersTo('What happens when I cancel?').asked.dataset.with).toBe('payments')
    expect(answersTo('How do I change my email address?').answers[0]).toHaveTextContent('mail %support-email% from')
    expect(answersTo('How long may a video be?').answers).toHaveLength(1)
  })

  test('says how good the summaries are in the figures of the record that was measured', () => {
    openLanding()
    const record = readFileSync(path.join(import.meta.dirname, '../../../../docs/quality.md'), 'utf8')
    const recorded = (row: RegExp) => row.exec(record)!.slice(1)
    const [caught] = recorded(/^\| with a planted falsehood \| \d+ \| (.+?) \|$/m)
    const [doubted] = recorded(/^\| unaltered \| \d+ \| (.+?) \|$/m)
    const [agreed] = recorded(/^\| builtin \|(?:[^|]+\|){4} ([\d.]+) \|/m)
    const [byChance] = recorded(/^\| random \|(?:[^|]+\|){4} ([\d.]+) \|/m)
    const [covered] = recorded(/^\| speech \| builtin \| \d+ \| (.+?) \|/m)
    const inHundred = (share: string) => `${(Number(share) * 100).toFixed(0)} %`
    const card = screen.getByRole('region', { name: 'How good the summaries are' })
    const figures = [...card.querySelectorAll('dd')].map(figure => figure.textContent)
    expect(figures).toEqual([caught, doubted, inHundred(agreed!), covered])
    expect(card).toHaveTextContent(`By chance it would be ${inHundred(byChance!)}.`)
    expect(card).toHaveTextContent(`on ${recorded(/^Measured on (\d+ spoken documents, \d+ hours)/m)[0]},`)
  })

  test('leads to the source code where the server says where it is', () => {
    openLanding()
    const line = document.querySelector('[data-source]')!
    expect(line.getAttribute('data-source')).toBe('%source-url%')
    expect(within(line as HTMLElement).getByRole('link')).toHaveAttribute('href', '%source-url%')
  })

  test('ends with the year in which it is read, also long after the build [spec 2.15]', () => {
    const later = new Date().getFullYear() + 2
    vi.setSystemTime(new Date(later, 5))
    openLanding()
    expect(screen.getByRole('contentinfo')).toHaveTextContent(`© ${later} %product-name%`)
  })
})

test('the empty address becomes that of the landing page, with all that stood in it [spec 2.1]', () => {
  window.history.replaceState(null, '', '/?from=mail#pricing')
  openLanding()
  expect(location.pathname + location.search + location.hash).toBe('/landing?from=mail#pricing')
})

test('the theme is toggled in the header and in the menu, and kept [spec 2.19]', () => {
  openLanding()
  const [inHeader, inMenu] = document.querySelectorAll<HTMLElement>('[data-theme-toggle]')
  expect(document.documentElement.dataset.theme).toBe('light')
  fireEvent.click(inHeader!)
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
  fireEvent.click(inMenu!)
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['light', 'light'])
})

describe('the example', () => {
  const [first, second] = madeExample.points
  const lit = () => [...document.querySelectorAll('[aria-current]')].map(sentence => sentence.firstChild!.textContent)
  const playAt = (ms: number) => {
    const audio = document.querySelector('audio')!
    audio.currentTime = ms / 1000
    fireEvent.timeUpdate(audio)
  }

  test('marks the sentence that is heard, and none before and after', () => {
    openLanding()
    expect(lit()).toEqual([])
    playAt(first!.startMs + 10)
    expect(lit()).toEqual([first!.text])
    playAt(second!.startMs)
    expect(lit()).toEqual([second!.text])
    playAt(0)
    expect(lit()).toEqual([])
  })

  test('is heard from the sentence whose time is pressed, whatever second of the talk it names', () => {
    openLanding()
    fireEvent.click(screen.getByRole('link', { name: 'Hear from here. Said in the talk at 5:52' }))
    const audio = document.querySelector('audio')!
    expect(audio.currentTime).toBeCloseTo(second!.startMs / 1000)
    fireEvent.seeked(audio)
    expect(lit()).toEqual([second!.text])
  })

  test('names for each sentence the second it comes from, in the order it is heard', () => {
    const sentences = [...madeExample.points, ...madeExample.section.sentences]
    for (const { citedMs } of sentences) expect(citedMs).toBeLessThan(madeExample.videoMs)
    for (const [at, { startMs, endMs }] of sentences.entries()) {
      expect(startMs).toBeGreaterThanOrEqual(sentences[at - 1]?.endMs ?? 0)
      expect(endMs).toBeLessThanOrEqual(madeExample.spokenMs)
    }
  })
})
