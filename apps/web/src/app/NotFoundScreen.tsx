import { useEffect } from 'react'
import { Link } from 'react-router'
import { EmptyState } from '../ui/EmptyState.tsx'
import { texts } from './texts.ts'

const { title, text, action } = texts.notFound

export default function NotFoundScreen() {
  useEffect(() => {
    document.title = title
  }, [])
  return (
    <main id="main" className="not-found">
      <EmptyState
        icon="search"
        title={title}
        level={1}
        action={
          <Link className="button button--primary" to="/">
            {action}
          </Link>
        }
      >
        {text}
      </EmptyState>
    </main>
  )
}
