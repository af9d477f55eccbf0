import type { ReactNode } from 'react'
import { youtubeGuide } from './generated/youtube-guide.ts'
import type { GuidePiece } from './guide.ts'
import './guide.css'

/** What whoever runs the server can do when YouTube refuses it. */
export default function YoutubeGuide() {
  return (
    <div className="guide">
      {youtubeGuide.map(piece => (
        <Piece key={JSON.stringify(piece)} piece={piece} />
      ))}
    </div>
  )
}

function Piece({ piece }: { piece: GuidePiece }) {
  switch (piece.kind) {
    case 'title':
      return <h3>{piece.text}</h3>
    case 'subtitle':
      return <h4>{piece.text}</h4>
    case 'text':
      return <p>{inline(piece.text)}</p>
    case 'code':
      return <pre>{piece.text}</pre>
    case 'list': {
      const items = piece.items.map(item => <li key={item}>{inline(item)}</li>)
      return piece.isOrdered ? <ol>{items}</ol> : <ul>{items}</ul>
    }
    case 'table':
      return (
        // Wide tables are moved within themselves; the page stays where it is.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard.
        <section className="guide__table" aria-label={piece.head.join(', ')} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {piece.head.map(cell => (
                  <th key={cell} scope="col">
                    {inline(cell)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {piece.rows.map(row => (
                <tr key={row.join()}>
                  {row.map((cell, at) => (
                    <td key={`${piece.head[at]}`}>{inline(cell)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )
  }
}

const marks = /`([^`]+)`|\[([^\]]+)\]\((https:[^)\s]+)\)/

function inline(text: string): ReactNode {
  const found = marks.exec(text)
  if (!found) return text
  const [whole, code, words, address] = found
  return (
    <>
      {text.slice(0, found.index)}
      {code === undefined ? <a href={address}>{words}</a> : <code>{code}</code>}
      {inline(text.slice(found.index + whole.length))}
    </>
  )
}
