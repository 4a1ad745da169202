/* SPDX-License-Identifier: Apache-2.0
   The home relay dies for good, and another machine with its keys goes on from the longest log that the members who are
   there hold (docs/floor.md, "When the home relay dies"). Entries are grants; each member has read as far as it has. A
   member may be away meanwhile, and come back with a log that another has taken the place of: it begins anew.

   -DM_name takes one rule away; check.py sees that each of these is missed. */
#ifndef N
#define N 3           /* members */
#endif
#ifndef ENTRIES
#define ENTRIES 4     /* of the log, genesis among them */
#endif
#define NONE 7
#define AT(i, p) logs[(i) * ENTRIES + (p)]

byte log[ENTRIES], size = 1;          /* the relay's */
byte logs[N * ENTRIES], applied[N];
bool away[N], brought[N];
bool home = true, decides = true;     /* the first relay is up; one is that goes on from its log */
byte longest;

#define ALLBROUGHT ((brought[0] || away[0]) && (brought[1] || away[1]) && (brought[2] || away[2]))
#ifdef M_FIRST
#define MAYGOON (brought[0] || brought[1] || brought[2])
#else
#define MAYGOON ALLBROUGHT
#endif

/* L1, I1, I4: nobody who is there has read of a grant that the log does not have, or has of another. */
inline agree() {
  k = 0;
  do
  :: k < N && !away[k] -> assert(applied[k] <= size);
       p = 1; do :: p < applied[k] -> assert(AT(k, p) == log[p]); p++ :: p >= applied[k] -> break od; k++
  :: k < N && away[k] -> k++
  :: k >= N -> break
  od; k = 0; p = 0 }

proctype World() { byte i, k, p;
end: do
  :: i < N - 1 -> i++
  :: i > 0 -> i--
  :: atomic { decides && size < ENTRIES -> log[size] = i; size++ }                    /* a grant to i */
  :: atomic { decides && !away[i] && applied[i] < size -> AT(i, applied[i]) = log[applied[i]]; applied[i]++; agree() }
  :: atomic { !away[i] && i != 0 -> away[i] = true; brought[i] = false }
  :: atomic { home -> home = false; decides = false; longest = NONE;
       k = 0; do :: k < ENTRIES -> log[k] = NONE; k++ :: k >= ENTRIES -> break od; k = 0; size = 1 }
  :: atomic { !home && !decides && !away[i] && !brought[i] -> brought[i] = true;
#ifdef M_SHORTEST
       if :: longest == NONE || applied[i] < applied[longest] -> longest = i :: else -> skip fi }
#else
       if :: longest == NONE || applied[i] > applied[longest] -> longest = i :: else -> skip fi }
#endif
  :: atomic { !home && !decides && longest != NONE && MAYGOON -> decides = true; size = applied[longest];
       p = 1; do :: p < size -> log[p] = AT(longest, p); p++ :: p >= size -> break od; p = 0; agree() }
  :: atomic { away[i] && decides -> away[i] = false;
#ifndef M_KEEPOLD
       /* It shows the hash of the last entry that it read; where that is not this log's, it joins as someone new. */
       k = 0; p = 1;
       do :: p < applied[i] && (p >= size || AT(i, p) != log[p]) -> k = 1; break
          :: p < applied[i] && !(p >= size || AT(i, p) != log[p]) -> p++
          :: p >= applied[i] -> break od;
       if :: k == 1 -> p = 1; do :: p < ENTRIES -> AT(i, p) = NONE; p++ :: p >= ENTRIES -> break od; applied[i] = 1
          :: else -> skip fi;
       k = 0; p = 0;
#endif
       agree() }
#ifdef M_TWO
  /* The first relay was not dead, and somebody still hears it. */
  :: atomic { !home && decides && !away[i] && applied[i] < ENTRIES -> AT(i, applied[i]) = i; applied[i]++; agree() }
#endif
  od }

init { atomic { byte k = 0; do :: k < N * ENTRIES -> logs[k] = NONE; k++ :: k >= N * ENTRIES -> break od;
  k = 0; do :: k < ENTRIES -> log[k] = NONE; k++ :: k >= ENTRIES -> break od;
  k = 0; do :: k < N -> applied[k] = 1; k++ :: k >= N -> break od; run World() } }
