import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { Problem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { LaterPlanLink } from '../subscriptions/LaterPlanLink.tsx'
import { texts } from './texts.ts'
import { isWithheld } from './withheld.ts'
import './next-action.css'

const AdminHelp = lazy(() => import('./AdminHelp.tsx'))

/** What the page of Generate is opened with to go on in its box. */
const toTheBox = { isForBox: true }

export interface NextActionProps {
  problem: Problem
  isBusy?: boolean
  onRetry(): void
  /** What to do about the link or the file; without it the action leads to the Generate page. */
  onCheckLink?(): void
  onUpload?(): void
}

/**
 * The action that belongs to a failure (`next` of the table in the contract). Nothing where there is nothing to do, or where
 * the page that would do it does not exist. Where YouTube withholds the video, a caption file helps, and so may another try.
 */
export function NextAction(props: NextActionProps): ReactNode {
  const { problem, onUpload } = props
  const isRefused = isWithheld(problem.code)
  if (!isRefused && problem.next !== 'upload_captions') return <OneAction {...props} />
  return (
    <div className="next-actions">
      {isRefused && problem.next !== 'wait' && <OneAction {...props} problem={{ ...problem, next: 'retry' }} />}
      <Step label={texts.actions.uploadCaptions} onPress={onUpload} />
      <Suspense>
        <AdminHelp code={problem.code} />
      </Suspense>
    </div>
  )
}

function OneAction({ problem: { next, code }, isBusy, onRetry, onCheckLink, onUpload }: NextActionProps): ReactNode {
  const { actions } = texts
  switch (next) {
    case 'retry':
      return (
        <Button isSmall icon="retry" isBusy={isBusy} onClick={onRetry}>
          {actions.retry}
        </Button>
      )
    case 'check_link':
      return <Step label={actions.checkLink} onPress={onCheckLink} />
    case 'other_video':
      return <Step label={actions.otherVideo} onPress={onCheckLink} />
    case 'check_file':
      return <Step label={actions.checkFile} onPress={onUpload} />
    case 'upgrade':
      return <LaterPlanLink code={code} />
    case 'log_in':
      return <Step label={actions.logIn} to="/login" />
    case 'contact_support':
      return <Step label={actions.contactSupport} to="/feedback" />
    default:
      return null
  }
}

interface StepProps {
  label: string
  /** Without it the page at `to` is opened: the box of the Generate page, unless told otherwise. */
  onPress?: (() => void) | undefined
  to?: string
}

function Step({ label, onPress, to = '/tabs/summarize' }: StepProps) {
  if (onPress) {
    return (
      <Button isSmall onClick={onPress}>
        {label}
      </Button>
    )
  }
  return (
    <Link className="button button--secondary button--small" to={to} state={toTheBox}>
      {label}
    </Link>
  )
}
