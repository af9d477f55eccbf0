import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type OpenedApp, openApp } from '../open-app.tsx'
import type { MemoryApi } from '../server/memory-api.ts'
import { sampleSummary } from '../server/samples.ts'
import { addSummaries, createWorld } from '../server/world.ts'

export interface Quote {
  /** As quoted by the specification, with placeholders filled in. */
  text: string
  path: string
  isSignedOut?: boolean
  setUp?(api: MemoryApi): void
  /** Actions on the page that make the text appear. */
  before?(app: OpenedApp): Promise<unknown>
  /** Whether it is an accessible name instead of visible text. */
  isName?: boolean
}

/** One user with two summaries that have audio. */
export const worldWithAudio = () =>
  addSummaries(
    createWorld(),
    [1, 2].map(id => sampleSummary(id, Date.now(), { audioDurationMs: 684_000 })),
  )

/** Defines a test for each text that checks that its page shows it. */
export const testQuotes = (quotes: readonly Quote[]) =>
  test.each(quotes)('$path shows “$text”', async ({ text, path, before, isName, ...options }) => {
    const app = openApp(path, { world: worldWithAudio(), ...options })
    await before?.(app)
    const found = isName ? await screen.findAllByLabelText(text) : await screen.findAllByText(text)
    expect(found.length).toBeGreaterThan(0)
  })

/** Source of a style sheet. jsdom has no layout; the e2e tests measure the same in a browser. */
export const style = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
