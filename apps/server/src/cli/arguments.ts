import { parseArgs } from 'node:util'
import { isVideoId } from '@recaps/domain/video-url'

export interface RecapOptions {
  input: string
  out: string
  json: boolean
  audio: boolean
  maxLength: number
}

export const usage = `Usage: npm run recap -- <link | id | file> [options]

  <link | id | file>   a YouTube link, an 11-character video id, a caption file
                       (.vtt .srt .sbv .ass .lrc .ttml .xml .json .txt), or a recording or film
                       (.mp3 .m4a .wav .mp4 …) if speech to text is set up (STT_URL or STT_KEY)

  --out DIR            folder for NAME.md, NAME.mp3 and NAME.json (default: current folder)
  --max-length N       maximum length of the summary in characters (default: 10000)
  --no-audio           text only
  --json               also print the JSON
  --help               show this help`

/** Invalid command line. The message is shown to the user. */
export class UsageError extends Error {}

/** Returns null for `--help`. Throws `UsageError`. */
export function readArguments(args: string[]): RecapOptions | null {
  const { values, positionals } = parse(args)
  if (values.help) return null
  const [input, ...rest] = positionals
  if (!input?.trim())
    throw new UsageError(`No video given. Pass a link, an id, a caption file or a recording.\n\n${usage}`)
  if (rest.length > 0) throw new UsageError('Pass one video at a time. Put names with spaces in quotes.')
  if (values.out.trim() === '') throw new UsageError('--out needs a folder name.')
  const maxLength = Number(values['max-length'])
  if (!/^\d+$/.test(values['max-length']) || !Number.isSafeInteger(maxLength) || maxLength < 200)
    throw new UsageError(invalidLength)
  return { input, out: values.out, json: values.json, audio: !values['no-audio'], maxLength }
}

const invalidLength = '--max-length must be a whole number of at least 200.'

const options = {
  out: { type: 'string', default: '.' },
  'max-length': { type: 'string', default: '10000' },
  'no-audio': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** One video id in 32 starts with a hyphen and would be parsed as an option. */
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
    throw new UsageError(parseErrorMessage(args, error))
  }
}

function parseErrorMessage(args: readonly string[], error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  const message = error instanceof Error ? error.message : String(error)
  const option = /--?[\w-]+/.exec(message)?.[0] ?? args.find(arg => arg.startsWith('-')) ?? ''
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown option ${option}. See npm run recap -- --help.`
  if (option === '--max-length') return invalidLength
  if (option === '--out') return '--out needs a folder name.'
  return `${option} takes no value. See npm run recap -- --help.`
}
