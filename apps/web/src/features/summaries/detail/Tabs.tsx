import type { KeyboardEvent } from 'react'
import { texts } from './texts.ts'

export type View = 'summary' | 'transcript' | 'ask'

interface Props {
  views: readonly View[]
  view: View
  onView(view: View): void
}

/** Arrow keys move between the tabs and wrap around (ARIA authoring practices, tabs). */
export function Tabs({ views, view, onView }: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = views.at((views.indexOf(view) + step) % views.length)
    if (step === 0 || !next) return
    onView(next)
    document.getElementById(`tab-${next}`)?.focus()
  }
  if (views.length < 2) return null
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
