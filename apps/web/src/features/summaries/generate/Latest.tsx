import { Link } from 'react-router'
import { allItems } from '../cache.ts'
import { SummaryRow } from '../history/SummaryRow.tsx'
import { useRowActions } from '../history/useRowActions.ts'
import { isReadable } from '../progress.ts'
import { useSummaryList } from '../queries.ts'
import { texts } from './texts.ts'
import '../history/history.css'

const maxRows = 3

/** The latest summaries, shown while the box is empty. */
export function Latest() {
  const { data } = useSummaryList()
  const actions = useRowActions()
  const latest = allItems(data)
    .filter(item => isReadable(item.state))
    .slice(0, maxRows)
  if (latest.length === 0) return null
  return (
    <section className="latest" aria-labelledby="latest">
      <header className="latest__header">
        <h2 className="latest__title" id="latest">
          {texts.latest}
        </h2>
        <Link to="/tabs/history">{texts.all}</Link>
      </header>
      <ul className="latest__list">
        {latest.map(item => (
          <li key={item.id}>
            <SummaryRow item={item} actions={actions} isSelecting={false} isSelected={false} onSelect={ignore} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const ignore = () => {}
