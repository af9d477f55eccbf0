/*
 * Prints the probabilities of words and word sequences at sentence borders from the CMU Sphinx language model for US English, as input
 * for word-sequences.ts. Debian: apt-get install libsphinxbase-dev pocketsphinx-en-us gcc, then
 *   cc -O2 word-sequences.c -o word-sequences $(pkg-config --cflags --libs sphinxbase)
 *   ./word-sequences 12000 /usr/share/pocketsphinx/model/en-us/en-us.lm.bin > sequences.txt
 *
 * Output lines. Words are given by rank, probabilities as natural logarithms:
 *   W word unigram backoff end begin    word probability, backoff weight, sentence ends after it, sentence begins with it
 *   B b c p                             c follows b
 *   E a b p                             sentence ends after a b
 *   S c d p                             d follows c at the beginning of a sentence
 */
#include <ctype.h>
#include <sphinxbase/logmath.h>
#include <sphinxbase/ngram_model.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  int32 id;
  int score;
} Word;

static int by_score(const void *a, const void *b) { return ((const Word *)b)->score - ((const Word *)a)->score; }

static int is_plain(const char *text) {
  if (!islower(text[0]) && text[0] != '\'') return 0;
  for (; *text; text++)
    if (!islower(*text) && *text != '\'' && *text != '-') return 0;
  return 1;
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "Usage: word-sequences <words> <model.lm.bin>\n");
    return 1;
  }
  logmath_t *logs = logmath_init(1.0001, 0, 0);
  ngram_model_t *model = ngram_model_read(NULL, argv[2], NGRAM_AUTO, logs);
  if (!model) return 1;
  double unit = logmath_log_to_ln(logs, 1000000) / 1000000.0;
  int32 begin = ngram_wid(model, "<s>"), end = ngram_wid(model, "</s>"), used;
  int all = ngram_model_get_counts(model)[0], limit = atoi(argv[1]), count = 0;
  Word *words = malloc(all * sizeof(Word));
  for (int i = 0; i < all; i++)
    if (is_plain(ngram_word(model, i))) {
      words[count].id = i;
      words[count++].score = ngram_ng_score(model, i, NULL, 0, &used);
    }
  qsort(words, count, sizeof(Word), by_score);
  if (count > limit) count = limit;
  for (int i = 0; i < count; i++) {
    int32 b = words[i].id;
    double backoff = 0;
    for (int j = 0; j < count; j++) {
      int score = ngram_bg_score(model, words[j].id, b, &used);
      if (used != 1) continue;
      backoff = (score - words[j].score) * unit;
      break;
    }
    printf("W %s %.2f %.2f %.2f %.2f\n", ngram_word(model, b), words[i].score * unit, backoff,
           ngram_bg_score(model, end, b, &used) * unit, ngram_bg_score(model, b, begin, &used) * unit);
    for (int j = 0; j < count; j++) {
      int32 c = words[j].id;
      int score = ngram_bg_score(model, c, b, &used);
      if (used == 2) printf("B %d %d %.2f\n", i, j, score * unit);
      else continue;
      score = ngram_tg_score(model, end, c, b, &used);
      if (used == 3) printf("E %d %d %.2f\n", i, j, score * unit);
      score = ngram_tg_score(model, c, b, begin, &used);
      if (used == 3) printf("S %d %d %.2f\n", i, j, score * unit);
    }
  }
  return 0;
}
