import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type OpenedApp, openApp } from '../open-app.tsx'
import type { MemoryApi } from '../server/memory-api.ts'
import { sampleSummary } from '../server/samples.ts'
import { addSummaries, createWorld } from '../server/world.ts'

export interface Quote {
  /** As the specification has it, with its figures filled in. */
  text: string
  path: string
  isSignedOut?: boolean
  setUp?(api: MemoryApi): void
  /** What is done on the page until the text is there. */
  before?(app: OpenedApp): Promise<unknown>
  /** A name for screen readers rather than a text to be seen. */
  isName?: boolean
}

/** One user with a few summaries that can be heard, the usual world of these tests. */
export const worldWithSound = () =>
  addSummaries(
    createWorld(),
    [1, 2].map(id => sampleSummary(id, Date.now(), { audioDurationMs: 684_000 })),
  )

/** A test for each text: opened on its page, it is found there. */
export const testQuotes = (quotes: readonly Quote[]) =>
  test.each(quotes)('$text', async ({ text, path, before, isName, ...options }) => {
    const app = openApp(path, { world: worldWithSound(), ...options })
    await before?.(app)
    const found = isName ? await screen.findAllByLabelText(text) : await screen.findAllByText(text)
    expect(found.length).toBeGreaterThan(0)
  })

/** A style sheet of the app as it is written: jsdom lays nothing out. The journeys measure the same in a browser. */
export const style = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')
