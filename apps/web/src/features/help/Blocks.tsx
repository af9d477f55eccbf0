import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { addressOf } from '../../device/address.ts'
import type { Block } from './blocks.ts'
import './blocks.css'

/** Written text as it is read. */
export const Blocks = ({ blocks }: { blocks: readonly Block[] }) => (
  <div className="blocks">
    {blocks.map(block => (
      <OneBlock key={JSON.stringify(block)} block={block} />
    ))}
  </div>
)

function OneBlock({ block }: { block: Block }) {
  if (typeof block === 'string') return <p>{withLinks(block)}</p>
  if ('rows' in block)
    return (
      <dl className="blocks__rows">
        {block.rows.map(([what, words]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{withLinks(words)}</dd>
          </div>
        ))}
      </dl>
    )
  return (
    <ul className="blocks__list">
      {block.map(item => (
        <li key={item}>{withLinks(item)}</li>
      ))}
    </ul>
  )
}

const link = /\[([^\]]+)\]\(((?:\/|mailto:|https:)[^)\s]*)\)/

function withLinks(text: string): ReactNode {
  const found = link.exec(text)
  if (!found) return text
  const [whole, words, address] = found as unknown as [string, string, string]
  return (
    <>
      {text.slice(0, found.index)}
      {isPage(address) ? <Link to={address}>{words}</Link> : <a href={addressOf(address)}>{words}</a>}
      {withLinks(text.slice(found.index + whole.length))}
    </>
  )
}

/** Files and mails are no pages of the app. */
const isPage = (address: string): boolean => /^\/(?!\.well-known|api)/.test(address)
