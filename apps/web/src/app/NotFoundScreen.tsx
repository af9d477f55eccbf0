import { useEffect } from 'react'
import { isPhone } from '../device/is-phone.ts'
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
          <a className="button button--primary" href={isPhone ? '/' : '/landing'}>
            {action}
          </a>
        }
      >
        {text}
      </EmptyState>
    </main>
  )
}
