import { lazy, type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import type { Problem } from '../../api/problem.ts'
import { Button } from '../../ui/Button.tsx'
import { LazyPlanLink } from '../subscriptions/LazyPlanLink.tsx'
import { texts } from './texts.ts'
import { isWithheld } from './withheld.ts'
import './next-action.css'

const AdminHelp = lazy(() => import('./AdminHelp.tsx'))

/** Navigation state that focuses the input of the Generate page. */
const focusBox = { isForBox: true }

export interface NextActionProps {
  problem: Problem
  isBusy?: boolean
  onRetry(): void
  /** Without these two handlers, the actions link to the Generate page. */
  onCheckLink?(): void
  onUpload?(): void
}

/**
 * The action that belongs to a failure (`next` in the contract's failure table). Renders nothing if there is nothing to do.
 * When YouTube withholds the video, offers a caption upload and, unless a retry is already scheduled, another try.
 */
export function NextAction(props: NextActionProps): ReactNode {
  const { problem, onUpload } = props
  const isVideoWithheld = isWithheld(problem.code)
  if (!isVideoWithheld && problem.next !== 'upload_captions') return <OneAction {...props} />
  return (
    <div className="next-actions">
      {isVideoWithheld && problem.next !== 'wait' && <OneAction {...props} problem={{ ...problem, next: 'retry' }} />}
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
      return <LazyPlanLink code={code} />
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
  /** Without it, the step is a link to `to`. */
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
    <Link className="button button--secondary button--small" to={to} state={focusBox}>
      {label}
    </Link>
  )
}
