import { Link } from 'react-router'
import { EmptyState } from './EmptyState.tsx'
import type { IconName } from './Icon.tsx'

interface Props {
  icon: IconName
  words: { title: string; text: string; action: string }
  /** Where the one way on leads. A search in the address takes the place of the one that found nothing. */
  to: string
}

/** What a list says when there is nothing in it: nothing yet, or nothing that was looked for. */
export function NothingHere({ icon, words, to }: Props) {
  const isLookedFor = to.startsWith('?')
  const action = (
    <Link className={`button button--${isLookedFor ? 'secondary' : 'primary'}`} to={to} replace={isLookedFor}>
      {words.action}
    </Link>
  )
  return (
    <EmptyState icon={icon} title={words.title} action={action}>
      {words.text}
    </EmptyState>
  )
}
