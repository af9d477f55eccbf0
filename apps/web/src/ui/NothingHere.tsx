import { Link } from 'react-router'
import { EmptyState } from './EmptyState.tsx'
import type { IconName } from './Icon.tsx'

interface Props {
  icon: IconName
  texts: { title: string; text: string; action: string }
  /** The target of the link. A target that starts with `?` replaces the search that found nothing. */
  to: string
}

/** Shown when a list or a search has no results, with a link to what to do next. */
export function NothingHere({ icon, texts, to }: Props) {
  const isSearch = to.startsWith('?')
  const action = (
    <Link className={`button button--${isSearch ? 'secondary' : 'primary'}`} to={to} replace={isSearch}>
      {texts.action}
    </Link>
  )
  return (
    <EmptyState icon={icon} title={texts.title} action={action}>
      {texts.text}
    </EmptyState>
  )
}
