import type { KeyboardEvent } from 'react'
import { texts } from './texts.ts'

const views = ['summary', 'transcript'] as const
export type View = (typeof views)[number]

/** Two tabs; the arrow keys move between them (ARIA authoring practices, tabs). */
export function Tabs({ view, onView }: { view: View; onView(view: View): void }) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const other = view === 'summary' ? 'transcript' : 'summary'
    onView(other)
    document.getElementById(`tab-${other}`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={texts.tabs.label} onKeyDown={onKeyDown}>
      {views.map(name => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          className="tabs__tab"
          aria-selected={name === view}
          aria-controls={name === view ? `panel-${name}` : undefined}
          tabIndex={name === view ? 0 : -1}
          onClick={() => onView(name)}
        >
          {texts.tabs[name]}
        </button>
      ))}
    </div>
  )
}
