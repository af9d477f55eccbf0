import { readFileSync } from 'node:fs'
import path from 'node:path'
import { plans } from '@recaps/domain/plans'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { exampleSummary } from '../features/landing/example.ts'
import { startLanding } from '../features/landing/script/start.ts'
import { prerenderLanding } from './prerender.tsx'

const html = await prerenderLanding({ script: { src: '/assets/landing.js' }, styleSheet: '/assets/landing.css' })
const sectionIds = ['hero', 'features', 'how-it-works', 'pricing', 'faq', 'about']

/** Loads the page as a browser does: the script in its head runs, then DOMContentLoaded fires. */
function openLanding() {
  const page = new DOMParser().parseFromString(html, 'text/html')
  document.body.innerHTML = page.body.innerHTML
  startLanding()
  document.dispatchEvent(new Event('DOMContentLoaded'))
}

beforeEach(() => window.history.replaceState(null, '', '/landing'))
afterEach(() => vi.useRealTimers())

describe('landing page', () => {
  test('the landing page has the sections that its header and menu link to [spec 2.2, 2.16, 2.19]', () => {
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
    expect(linksOf('Page menu')).toEqual([['Home', '#hero'], ...inBoth, ['About', '#about']])
  })

  test('the landing page is titled Recaps and links visitors to login and users to home [spec 2.16]', () => {
    openLanding()
    expect(html).toContain('<title>Recaps</title>')
    expect(screen.getByRole('banner')).toHaveTextContent(/^Recaps/)
    expect(screen.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/login')
    expect(within(screen.getByRole('banner')).getByText('Home', { selector: '.button' })).toHaveAttribute(
      'href',
      '/home',
    )
  })

  test('the landing page has no inline or third-party scripts or styles', () => {
    expect([...html.matchAll(/<script[^>]*>[^<]*/g)].map(([script]) => script)).toEqual([
      '<script src="/assets/landing.js">',
    ])
    expect(html).not.toMatch(/<style|\sstyle=|\son\w+=|javascript:/)
    const addresses = [...html.matchAll(/\s(?:src|href|action|content)="(https?:[^"]+)"/g)].map(
      ([, address]) => address,
    )
    expect(addresses).toEqual([])
  })

  test('the landing page shows the plans the server enforces, and the limits of a self-hosted server', () => {
    openLanding()
    const rows = screen.getAllByRole('row').map(row => [...row.children].map(cell => cell.textContent))
    expect(rows[0]!.slice(1, -1)).toEqual(plans.map(({ title }) => `${title}Free on this server`))
    const row = (title: string) => rows.find(cells => cells[0] === title)!.slice(1)
    expect(row('Price per month')).toEqual(['Free', '$4.99', '$9.99', '$24.99', '$99.99', 'Free'])
    expect(row('Summaries per month')).toEqual(['3', '10', '30', '500', '1,000', 'up to 1,000'])
    expect(row('Channels to follow')).toEqual(['1', '2', '10', '50', '100', 'up to 100'])
    expect(row('Digest frequency')).toEqual(['Monthly', 'Weekly', 'Every other day', 'Daily', 'Daily', 'Daily'])
    expect(row('Community reads per month')).toEqual(['3', '10', '30', '500', '9,999', 'up to 9,999'])
    expect(row('Ask questions about the video')).toEqual(['No', 'No', 'No', 'Yes', 'Yes', 'Yes'])
  })

  test('the landing page FAQ has answers for servers with and without each optional feature', () => {
    openLanding()
    const answersTo = (question: string) => {
      const details = screen.getByText(question).closest('details')!
      return { details, answers: [...details.querySelectorAll<HTMLElement>('.question__answer')] }
    }
    const captions = answersTo('What if a video has no captions?').answers
    expect(captions.map(({ dataset }) => ({ ...dataset }))).toEqual([{ with: 'hearing' }, { without: 'hearing' }])
    expect(captions[0]).toHaveTextContent('We transcribe its audio first')
    expect(captions[1]).toHaveTextContent('speech to text isn’t set up')
    expect(answersTo('What happens when I cancel?').details.dataset.with).toBe('payments')
    expect(answersTo('How do I change my email address?').answers[0]).toHaveTextContent('mail %support-email% from')
    expect(answersTo('How long can a video be?').answers).toHaveLength(1)
  })

  test('the landing page quotes the quality figures recorded in docs/quality.md', () => {
    openLanding()
    const record = readFileSync(path.join(import.meta.dirname, '../../../../docs/quality.md'), 'utf8')
    const recorded = (row: RegExp) => row.exec(record)!.slice(1)
    const [caught] = recorded(/^\| with a planted falsehood \| \d+ \| (.+?) \|$/m)
    const [doubted] = recorded(/^\| unaltered \| \d+ \| (.+?) \|$/m)
    const [agreed] = recorded(/^\| builtin \|(?:[^|]+\|){4} ([\d.]+) \|/m)
    const [byChance] = recorded(/^\| random \|(?:[^|]+\|){4} ([\d.]+) \|/m)
    const [covered] = recorded(/^\| speech \| builtin \| \d+ \| (.+?) \|/m)
    const toPercent = (share: string) => `${(Number(share) * 100).toFixed(0)} %`
    const card = screen.getByRole('region', { name: 'How good are the summaries?' })
    const figures = [...card.querySelectorAll('dd')].map(figure => figure.textContent)
    expect(figures).toEqual([caught, doubted, toPercent(agreed!), covered])
    expect(card).toHaveTextContent(`By chance it would be ${toPercent(byChance!)}.`)
    expect(card).toHaveTextContent(`on ${recorded(/^Measured on (\d+ spoken documents, \d+ hours)/m)[0]},`)
  })

  test('the landing page links to the source code if the server sets its URL', () => {
    openLanding()
    const line = document.querySelector('[data-source]')!
    expect(line.getAttribute('data-source')).toBe('%source-url%')
    expect(within(line as HTMLElement).getByRole('link')).toHaveAttribute('href', '%source-url%')
  })

  test('the landing page footer shows the current year even long after the build [spec 2.15]', () => {
    const later = new Date().getFullYear() + 2
    vi.setSystemTime(new Date(later, 5))
    openLanding()
    expect(screen.getByRole('contentinfo')).toHaveTextContent(`© ${later} %product-name%`)
  })
})

test('the empty path becomes the path of the landing page, keeping query and hash [spec 2.1]', () => {
  window.history.replaceState(null, '', '/?from=mail#pricing')
  openLanding()
  expect(location.pathname + location.search + location.hash).toBe('/landing?from=mail#pricing')
})

test('the theme can be toggled in the landing page’s header and menu, and is stored [spec 2.19]', () => {
  openLanding()
  const [inHeader, inMenu] = document.querySelectorAll<HTMLElement>('[data-theme-toggle]')
  expect(document.documentElement.dataset.theme).toBe('light')
  fireEvent.click(inHeader!)
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['dark', 'dark'])
  fireEvent.click(inMenu!)
  expect([document.documentElement.dataset.theme, localStorage.getItem('theme')]).toEqual(['light', 'light'])
})

describe('landing page example', () => {
  const [first, second] = exampleSummary.points
  const highlighted = () =>
    [...document.querySelectorAll('[aria-current]')].map(sentence => sentence.firstChild!.textContent)
  const playAt = (ms: number) => {
    const audio = document.querySelector('audio')!
    audio.currentTime = ms / 1000
    fireEvent.timeUpdate(audio)
  }

  test('the example highlights the sentence being played, and none before it starts or after a rewind', () => {
    openLanding()
    expect(highlighted()).toEqual([])
    playAt(first!.startMs + 10)
    expect(highlighted()).toEqual([first!.text])
    playAt(second!.startMs)
    expect(highlighted()).toEqual([second!.text])
    playAt(0)
    expect(highlighted()).toEqual([])
  })

  test('clicking a time in the example plays the audio from that sentence', () => {
    openLanding()
    fireEvent.click(screen.getByRole('link', { name: 'Listen from here: 5:52 in the talk' }))
    const audio = document.querySelector('audio')!
    expect(audio.currentTime).toBeCloseTo(second!.startMs / 1000)
    fireEvent.seeked(audio)
    expect(highlighted()).toEqual([second!.text])
  })

  test('each sentence of the example cites a moment of the video, and the audio reads them in order', () => {
    const sentences = [...exampleSummary.points, ...exampleSummary.section.sentences]
    for (const { citedMs } of sentences) expect(citedMs).toBeLessThan(exampleSummary.videoMs)
    for (const [index, { startMs, endMs }] of sentences.entries()) {
      expect(startMs).toBeGreaterThanOrEqual(sentences[index - 1]?.endMs ?? 0)
      expect(endMs).toBeLessThanOrEqual(exampleSummary.spokenMs)
    }
  })
})
