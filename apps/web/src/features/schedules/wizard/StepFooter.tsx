import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { texts } from './texts.ts'

/** Back and Next buttons, which stay visible at the bottom of long steps. */
export const StepFooter = ({ backTo, note, children }: { backTo?: string; note?: ReactNode; children: ReactNode }) => (
  <div className="wizard-foot">
    {backTo && (
      <Link className="button button--secondary" to={backTo}>
        {texts.back}
      </Link>
    )}
    {note && <p className="wizard-foot__note">{note}</p>}
    <span className="wizard-foot__next">{children}</span>
  </div>
)
