import { describe, expect, test } from 'vitest'
import { isFinal, partProgress, stageText } from './progress.ts'

const at = (
  stage: Parameters<typeof partProgress>[0]['stage'],
  progress: { done: number; total: number } | null = null,
) => ({ state: 'working', audio: 'none', stage, progress }) as const

describe('progress of a summary', () => {
  test('the progress text names the stage, with a percentage if it is known', () => {
    expect(stageText(at('queued'))).toBe('Waiting in the queue')
    expect(stageText(at('captions'))).toBe('Reading captions')
    expect(stageText(at('summarising', { done: 34, total: 72 }))).toBe('Summarizing 47%')
    expect(stageText(at('checking'))).toBe('Checking every sentence')
    expect(stageText({ ...at('speaking', { done: 12, total: 80 }), state: 'readable' })).toBe('Creating audio 15%')
    expect(stageText({ ...at('captions'), state: 'deferred' })).toBe('Waiting for the video')
  })

  test('finished parts count as 1 and the current part as a fraction, or as null if its progress is unknown', () => {
    expect(partProgress(at('queued'))).toEqual([0, 0, 0, 0])
    expect(partProgress(at('transcribing'))).toEqual([null, 0, 0, 0])
    expect(partProgress(at('summarising', { done: 18, total: 72 }))).toEqual([1, 0.25, 0, 0])
    expect(partProgress(at('speaking', { done: 90, total: 80 }))).toEqual([1, 1, 1, 1])
  })

  test('a summary is final once neither text nor audio is still to come', () => {
    expect(isFinal({ state: 'readable', audio: 'pending' })).toBe(false)
    expect(isFinal({ state: 'readable', audio: 'failed' })).toBe(true)
    expect(isFinal({ state: 'deferred', audio: 'none' })).toBe(false)
    expect(isFinal({ state: 'failed', audio: 'none' })).toBe(true)
  })
})
