import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import type { PagedList } from './useNextPage.ts'
import './ShowMore.css'

interface Props {
  list: PagedList
  words: { more: string; retry: string }
  /** The error message to show if the next page can't be loaded. */
  sentence: string
}

/** Loads the next page of a list. If that fails, shows the error; the button keeps the focus for a retry. */
export const ShowMore = ({ list, words, sentence }: Props) =>
  list.hasNextPage && (
    <div className="show-more">
      {list.isFetchNextPageError && <Banner tone="danger">{sentence}</Banner>}
      <Button isWide isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {list.isFetchNextPageError ? words.retry : words.more}
      </Button>
    </div>
  )
