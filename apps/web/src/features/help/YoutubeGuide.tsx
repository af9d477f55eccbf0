import type { ReactNode } from 'react'
import { youtubeGuide } from './generated/youtube-guide.ts'
import type { GuidePiece } from './guide.ts'
import './guide.css'

/** Tells administrators what they can do when YouTube blocks their server. */
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
        // Wide tables scroll on their own, without the page.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible with the keyboard.
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
                  {row.map((cell, index) => (
                    <td key={`${piece.head[index]}`}>{inline(cell)}</td>
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
  const [match, code, label, url] = found
  return (
    <>
      {text.slice(0, found.index)}
      {code === undefined ? <a href={url}>{label}</a> : <code>{code}</code>}
      {inline(text.slice(found.index + match.length))}
    </>
  )
}
