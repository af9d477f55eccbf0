import { Banner } from './Banner.tsx'
import { Button } from './Button.tsx'
import type { PagedList } from './useNextPage.ts'
import './ShowMore.css'

interface Props {
  list: PagedList
  words: { more: string; retry: string }
  /** Why the next page could not be read, in the words of the failure. */
  sentence: string
}

/** The rest of a list, page by page at a press. What is there stays; the button keeps the focus for another try. */
export const ShowMore = ({ list, words, sentence }: Props) =>
  list.hasNextPage && (
    <div className="show-more">
      {list.isFetchNextPageError && <Banner tone="danger">{sentence}</Banner>}
      <Button isWide isBusy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {list.isFetchNextPageError ? words.retry : words.more}
      </Button>
    </div>
  )
