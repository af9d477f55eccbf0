import { TellWhenReady } from '../../pushes/TellWhenReady.tsx'
import { texts } from './texts.ts'

/** Nobody has to stay for what is being made. */
export default function Leaving() {
  return (
    <div className="leaving">
      <p>{texts.leaving}</p>
      <TellWhenReady />
    </div>
  )
}
