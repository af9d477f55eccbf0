import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import type { PagedList } from './useNextPage.ts'
import './ShowMore.css'

interface Props {
  list: PagedList
  texts: { more: string; retry: string }
  /** The error message to show if the next page can't be loaded. */
  sentence: string
}

/** Loads the next page of a list. If that fails, shows the error; the button keeps the focus for a retry. */
export const ShowMore = ({ list, texts, sentence }: Props) =>
  list.hasNextPage && (
    <div className="show-more">
      {list.isFetchNextPageError && <Banner tone="danger">{sentence}</Banner>}
      <Button isWide isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {list.isFetchNextPageError ? texts.retry : texts.more}
      </Button>
    </div>
  )
