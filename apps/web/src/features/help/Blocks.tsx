import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { serverFileUrl } from '../../device/server-url.ts'
import type { Block } from './blocks.ts'
import './blocks.css'

/** Renders text blocks with their links. */
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
        {block.rows.map(([term, description]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{withLinks(description)}</dd>
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
  const [match, label, url] = found as unknown as [string, string, string]
  return (
    <>
      {text.slice(0, found.index)}
      {isPage(url) ? <Link to={url}>{label}</Link> : <a href={serverFileUrl(url)}>{label}</a>}
      {withLinks(text.slice(found.index + match.length))}
    </>
  )
}

/** Whether the URL is a page of the app, rather than a file or a `mailto:` link. */
const isPage = (url: string): boolean => /^\/(?!\.well-known|api)/.test(url)
