/* SPDX-License-Identifier: Apache-2.0
   Copies of a token (docs/floor.md): in the question phase the speaker's token is copied to those who ask; givers and the
   arbiter delete copies, givers leave, holders release. What the log does to the table is one step; how it travels is
   floor.pml's.

   -DM_name takes one rule away; check.py sees that each of these is missed. */
#ifndef N
#define N 3           /* members */
#endif
#ifndef ENTRIES
#define ENTRIES 7     /* of the log; an epoch is a position in it */
#endif
#define HOLDERS 2     /* at once */
#define NONE 7
#define GONE 6

byte size = 1;
byte epoch[N], giver[N];              /* epoch 0: does not hold it; giver NONE: by a grant, GONE: by one who left */
bool left[N], copied[N];              /* copied: what really came to pass */
bool questions;
byte grantee[ENTRIES];
byte speaker, by_epoch;               /* a word on its way */

#define HOLDS(i) (epoch[i] != 0)
#define COUNT (HOLDS(0) + HOLDS(1) + HOLDS(2))
#define COPY(i) (HOLDS(i) && giver[i] != NONE)
#define ANYCOPIED (copied[0] || copied[1] || copied[2])
#define FULL (size == ENTRIES)
#ifdef M_NOROOM
#define ROOM true
#else
#define ROOM (COUNT < HOLDERS)
#endif
#ifdef M_COPYEPOCH
#define NEW_EPOCH(from) epoch[from]
#else
#define NEW_EPOCH(from) size
#endif
#ifdef M_GIVERGONE
#define WHO_LEFT NONE
#else
#define WHO_LEFT GONE
#endif
#ifdef M_STALECOPY
#define HEARD HOLDS(speaker)
#else
#define HEARD (epoch[speaker] == by_epoch)
#endif

inline give(who, which, by) {
  assert(grantee[which] == NONE || grantee[which] == who);                           /* I1 */
  grantee[which] = who; epoch[who] = which; giver[who] = by; size++; assert(COUNT <= HOLDERS) }                                 /* no more than may */
inline take(who) { epoch[who] = 0; giver[who] = NONE; copied[who] = false }

/* The end of the question phase ends copies, whoever gave them. One process for each, so that fairness holds for each. */
proctype Arbiter(byte i) {
end: do :: atomic { !questions && COPY(i) -> take(i) } od }

proctype World() { byte i, k;
end: do
  :: atomic { if :: i = 0 :: i = 1 :: i = 2 fi; k = (i + 1) % N;
       if
       :: !FULL && !left[i] && COUNT == 0 -> give(i, size, NONE)
       :: !FULL && questions && HOLDS(i) && !left[k] && !HOLDS(k) && ROOM -> give(k, NEW_EPOCH(i), i); copied[k] = true
       :: HOLDS(i) && COPY(k) && giver[k] == i -> take(k)                             /* its giver takes it back */
       :: HOLDS(i) -> take(i)                                                         /* releases it */
       :: i == 0 && !left[i] && HOLDS(i) ->                                           /* leaves */
          left[i] = true; take(i);
          k = 0; do :: k < N -> if :: giver[k] == i -> giver[k] = WHO_LEFT :: else -> skip fi; k++ :: k >= N -> break od
       :: !FULL -> questions = !questions; size++
       :: by_epoch == 0 && HOLDS(i) -> speaker = i; by_epoch = epoch[i]
       :: by_epoch != 0 && HEARD ->
          assert(grantee[by_epoch] == speaker);                                       /* I2 */
          assert(epoch[speaker] == by_epoch);                                         /* I3: by no copy that is over */
          by_epoch = 0; speaker = 0
       :: by_epoch != 0 -> by_epoch = 0; speaker = 0
       :: else -> skip
       fi; i = 0; k = 0 }
  od }

init { atomic { byte k = 0; do :: k < ENTRIES -> grantee[k] = NONE; k++ :: k >= ENTRIES -> break od;
  k = 0; do :: k < N -> giver[k] = NONE; k++ :: k >= N -> break od; run World(); run Arbiter(0); run Arbiter(1); run Arbiter(2) } }

/* T7: copies end with the questions. */
ltl live { [] (!questions -> <> (questions || !ANYCOPIED)) }
