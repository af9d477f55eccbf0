import { parseArgs } from 'node:util'
import { isVideoId } from '@recaps/domain/video-url'

export interface Wanted {
  input: string
  out: string
  json: boolean
  audio: boolean
  maxLength: number
}

export const usage = `Usage: npm run recap -- <link | id | file> [options]

  <link | id | file>   a YouTube link, an 11-character video id, a caption file
                       (.vtt .srt .sbv .ass .lrc .ttml .xml .json .txt), or a recording or film
                       (.mp3 .m4a .wav .mp4 …) where speech to text is set up (STT_URL or STT_KEY)

  --out DIR            where NAME.md, NAME.mp3 and NAME.json are written (default: here)
  --max-length N       most characters of the summary (default: 10000)
  --no-audio           text only
  --json               print the JSON as well
  --help               this text`

/** The command line does not say what to do; the message is for the user. */
export class UsageError extends Error {}

/** Null when only help is asked for. */
export function readArguments(args: string[]): Wanted | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [input, ...rest] = positionals
  if (!input?.trim()) throw new UsageError(`Say which video: a link, an id, a caption file or a recording.\n\n${usage}`)
  if (rest.length > 0) throw new UsageError('One video at a time, please. Names with spaces need quotes.')
  if (values.out.trim() === '') throw new UsageError('--out needs the name of a folder.')
  const maxLength = Number(values['max-length'])
  if (!/^\d+$/.test(values['max-length']) || !Number.isSafeInteger(maxLength) || maxLength < 200)
    throw new UsageError(lengthSentence)
  return { input, out: values.out, json: values.json, audio: !values['no-audio'], maxLength }
}

const lengthSentence = '--max-length must be a whole number of at least 200.'

const options = {
  out: { type: 'string', default: '.' },
  'max-length': { type: 'string', default: '10000' },
  'no-audio': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** One video id in 32 begins with a hyphen and is no option. */
export const isDashedId = (text: string): boolean => text.startsWith('-') && isVideoId(text)

function parse(args: string[]) {
  const dashed = args.includes('--') ? [] : args.filter(isDashedId)
  try {
    const { values, positionals } = parseArgs({
      args: args.filter(arg => !dashed.includes(arg)),
      allowPositionals: true,
      options,
    })
    return { values, positionals: [...dashed, ...positionals] }
  } catch (error) {
    throw new UsageError(refusal(args, error))
  }
}

function refusal(args: readonly string[], error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const message = error instanceof Error ? error.message : String(error)
  const named = /--?[\w-]+/.exec(message)?.[0] ?? args.find(arg => arg.startsWith('-')) ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no option ${named}. See npm run recap -- --help.`
  if (named === '--max-length') return lengthSentence
  if (named === '--out') return '--out needs the name of a folder.'
  return `${named} takes no value. See npm run recap -- --help.`
}
