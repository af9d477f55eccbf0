import { type ReactNode, useId } from 'react'
import './Card.css'

/** One section of a page: a heading, optionally a control next to it, and content. */
export function Card({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <header className="card__head">
        <h2 className="card__title" id={id}>
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  )
}
