import type { ResponseOf } from '@recaps/contract/route'
import type { schedules as contract } from '@recaps/contract/schedules'
import type { VideoChannel } from '@recaps/contract/youtube'
import type { ListedLine } from '@recaps/domain/channel-list/line'
import { readChannelList } from '@recaps/domain/channel-list/read'
import { formatChannelReference } from '@recaps/domain/channel-url'
import { plainLine } from '@recaps/domain/plain-text'
import { AppError } from '../../errors.ts'
import type { Limits } from '../../http/limits.ts'
import type { Youtube } from '../youtube/service.ts'
import { sanitizeChannels } from './channels.ts'
import { createChannelResolver, type ListedChannel } from './resolve-channels.ts'
import { type UnknownReason, unknownLineMessages } from './unknown-lines.ts'

export interface ChannelImportDeps {
  youtube: Pick<Youtube, 'channel'>
  limits: Limits
}

type Imported = ResponseOf<typeof contract.importChannels>
type Unknown = Imported['unknown'][number]

const maxChannels = 500
const maxUnknownLines = 200
const maxUnknownChars = 200

/** Reads channels from an imported file or pasted text. It does not follow them: the user chooses from the result. */
export function createChannelImport({ youtube, limits }: ChannelImportDeps) {
  const resolveChannels = createChannelResolver(youtube)

  return async (userId: number, text: string): Promise<Imported> => {
    await limits.take('import', String(userId))
    const problem = validateText(text)
    if (problem) throw new AppError('invalid_request', problem)
    const { format, lines } = readChannelList(text)
    const listed = distinctChannels(lines)
    const found = await resolveChannels([...listed.values()].slice(0, maxChannels))
    const channels = new Map<string, VideoChannel>()
    const unknown: Unknown[] = []
    for (const line of lines) {
      const outcome =
        line.kind === 'refused' ? line.reason : (found.get(formatChannelReference(line.channel)) ?? 'too_many')
      if (typeof outcome === 'string') unknown.push(unknownLine(line.text, outcome))
      else if (!channels.has(outcome.id)) channels.set(outcome.id, outcome)
    }
    return { format, channels: sanitizeChannels([...channels.values()]), unknown: limitUnknown(unknown) }
  }
}

export type ChannelImport = ReturnType<typeof createChannelImport>

/** Each channel once, at its first position, with the first title that the list has for it. */
function distinctChannels(lines: readonly ListedLine[]): Map<string, ListedChannel> {
  const listed = new Map<string, ListedChannel>()
  for (const line of lines) {
    if (line.kind === 'refused') continue
    const text = formatChannelReference(line.channel)
    const known = listed.get(text)
    listed.set(text, { channel: line.channel, title: known?.title || plainLine(line.title) })
  }
  return listed
}

/** Why this text cannot be a list of channels; null if it can. */
function validateText(text: string): string | null {
  if (text.trim() === '') return 'This list is empty. Choose a file or paste channel links.'
  const sample = text.slice(0, 65_536)
  const strangeCount = sample.match(/(?![\t\n\f\r])\p{Cc}|\uFFFD/gu)?.length ?? 0
  return strangeCount > 8 && strangeCount > sample.length * 0.03
    ? 'This isn’t a text file. Choose an OPML file, an app’s subscription export or a Google Takeout, or paste channel links.'
    : null
}

const unknownLine = (text: string, reason: UnknownReason): Unknown => ({
  text: plainLine(text.slice(0, maxUnknownChars)),
  reason: unknownLineMessages[reason],
})

/** Removes duplicates and limits the number of lines; the last line then counts the rest. */
function limitUnknown(unknown: Unknown[]): Unknown[] {
  const distinct = [...new Map(unknown.map(line => [`${line.reason} ${line.text}`, line])).values()]
  const more = distinct.length - maxUnknownLines
  if (more <= 0) return distinct
  const rest = { text: '', reason: `And ${more.toLocaleString('en')} more lines that aren’t channels.` }
  return [...distinct.slice(0, maxUnknownLines), rest]
}
