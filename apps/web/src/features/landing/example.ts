import example from './example.json' with { type: 'json' }

export interface ExampleSentence {
  text: string
  /** In the talk. */
  citedMs: number
  /** In the sound of the example. */
  startMs: number
  endMs: number
}

/** Made by `scripts/landing-example.ts`. */
export const madeExample: {
  title: string
  channel: string
  videoMs: number
  spokenMs: number
  points: ExampleSentence[]
  section: { title: string; sentences: ExampleSentence[] }
} = example

export const exampleSound = '/landing/example.mp3'
