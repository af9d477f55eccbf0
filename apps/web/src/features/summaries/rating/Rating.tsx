import type { Summary } from '@recaps/contract'
import { useNavigate } from 'react-router'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { texts as detail } from '../detail/texts.ts'
import { texts } from './texts.ts'
import { useRate } from './useRate.ts'
import './rating.css'

/** Asks the owner whether the summary was helpful. A second press withdraws the answer. After a No, offers the feedback form. */
export default function Rating({ summary: { id, rating } }: { summary: Pick<Summary, 'id' | 'rating'> }) {
  const navigate = useNavigate()
  const { mutate: rate } = useRate(id)
  const answer = (value: 'good' | 'bad', label: string) => (
    <Chip isOn={rating === value} onToggle={() => rate(rating === value ? null : value)}>
      {label}
    </Chip>
  )
  const report = () => {
    const draft = { subject: detail.reported.subject, message: '' }
    void navigate('/feedback', { state: { draft, from: `/history-detail/${id}` } })
  }
  return (
    <section className="rating" aria-labelledby="rating">
      <h2 className="rating__question" id="rating">
        {texts.question}
      </h2>
      <span className="rating__answers">
        {answer('good', texts.good)}
        {answer('bad', texts.bad)}
      </span>
      <p className="rating__said" role="status">
        {rating && texts.said[rating]}
      </p>
      {rating === 'bad' && (
        <Button isSmall icon="flag" onClick={report}>
          {texts.report}
        </Button>
      )}
    </section>
  )
}
