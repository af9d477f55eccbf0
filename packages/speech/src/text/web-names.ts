import { readCompound } from './compounds.ts'
import type { Context, Reader } from './context.ts'

const MAIL = /^(?:mailto:)?([\w.+-]+)@([\w-]+(?:\.[\w-]+)+)$/i
const ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/(?:[^\s/@]*@)?(?:www\.)?|www\.)([^\s/:?#]+)/i
const BARE_ADDRESS =
  /^(?:www\.)?((?:[a-z0-9-]+\.)+(?:com|org|net|edu|gov|io|ai|co|uk|de|fr|eu|tv|me|app|dev|info))(?:[/?#:]\S*)?$/i
const FILE = new RegExp(
  `^([\\w-]+)\\.(${[
    'js|ts|jsx|tsx|py|txt|pdf|csv|json|html|css|exe|mp3|mp4|jpg|jpeg|png|svg|gif|wav|rs|md|c|h|cpp|sh|rb|php|sql|xml|yml',
    'docx|xlsx|pptx|cfg|ini|zip|nix|toml|yaml|lock|log|lua|java|go|conf',
  ].join('|')})$`,
  'i',
)
/** Endings that are said as words. */
const SAID_ENDING = /^(zip|nix|toml|yaml|lock|log|lua|java|go|conf)$/i

/** Reads web and mail addresses, files, handles and tags the way people do: no "https", no path, "dot" and "at". */
export const readWebName: Reader = (core, context) => {
  const mail = MAIL.exec(core)
  if (mail) return `${readDotted(mail[1]!, context)} at ${readDotted(mail[2]!, context)}`
  const address = ADDRESS.exec(core) ?? BARE_ADDRESS.exec(core)
  if (address) return readDotted(address[1]!, context)
  const file = FILE.exec(core)
  if (file) {
    const ending = file[2]!
    const said = SAID_ENDING.test(ending) ? ending.toLowerCase() : readCompound(ending.toUpperCase(), context)
    return `${readCompound(file[1]!, context)} dot ${said}`
  }
  const handle = /^@([\w.-]+)$/.exec(core)
  if (handle) return `at ${readCompound(handle[1]!, context)}`
  const tag = /^#(\p{L}[\w\p{L}]*)$/u.exec(core)
  return tag && `hashtag ${readCompound(tag[1]!, context)}`
}

function readDotted(name: string, context: Context): string {
  const parts = name.split('.').filter(part => part !== '')
  return parts.map(part => readCompound(part, context)).join(' dot ')
}
