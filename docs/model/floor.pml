/* SPDX-License-Identifier: Apache-2.0
   One exclusive token in the control log (docs/floor.md): a relay that sequences requests, grants, releases and
   revocations and loses what it has not made durable when it crashes; members who apply the log as far as they have it,
   speak, release, crash with all they know and come back; words that arrive late, twice, or before the entry that explains
   them. Operations are sent again until the log has them. Time is left out: a lease may end at any moment after its holder
   died, and `skew` times for one who is alive (a pause, a clock).

   -DM_name takes one rule away; check.py sees that each of these is missed. */
#ifndef N
#define N 2           /* members */
#endif
#ifndef ENTRIES
#define ENTRIES 7     /* of the log */
#endif
#ifndef CRASHES
#define CRASHES 1     /* of members */
#endif
#ifndef RESTARTS
#define RESTARTS 1    /* of the relay */
#endif
#ifndef SKEWS
#define SKEWS 1
#endif
#ifndef REPLAYS
#define REPLAYS 1     /* operations that arrive once more */
#endif
#ifndef LOSSES
#define LOSSES 1      /* operations that do not arrive */
#endif
#ifndef ASKS
#define ASKS 3        /* operations of each member, and one more */
#endif
#define NONE 7
#ifndef WORDS
#define WORDS 2       /* messages on their way */
#endif

mtype = { nothing, request, grant, release, revoke };

/* The log. Position 0 is no grant's, so that epoch 0 is none. */
mtype kind[ENTRIES];
byte whose[ENTRIES];
byte size = 1, durable = 1;

/* What the relay derives from all entries, and from the durable ones. */
typedef Table { byte holder; byte first; byte second; byte seen[N] };
Table relay, kept;

/* What each member derives from the entries it has applied. */
byte applied[N], holder[N], epoch[N], former[N], former_epoch[N];
byte heard[N];                       /* the newest epoch that it heard */
bool dead[N], waiting[N], talked[N];
mtype asked[N]; byte number[N];      /* the operation that it has not seen in the log yet */
mtype again[N]; byte again_number[N];/* one that it sent before */

/* Words on their way: by whom, with which epoch; 0 is a free place. */
byte speaker[WORDS], by_epoch[WORDS];

byte grantee[ENTRIES];               /* of every epoch that anyone was told of */
byte crashes = CRASHES, restarts = RESTARTS, skews = SKEWS, replays = REPLAYS, losses = LOSSES;

#define FULL (size == ENTRIES)
#define MAYGRANT (relay.holder == NONE && relay.first != NONE && !FULL)
#ifdef M_NOLEASE
#define LOST false
#else
#define LOST (relay.holder != NONE && dead[relay.holder] && !FULL)
#endif
#ifdef M_NODURABLE
#define KNOWN size
#else
#define KNOWN durable
#endif
#ifdef M_NOMAXHOLD
#define MAYTALK true
#else
#define MAYTALK (!talked[i])
#endif

inline append(what, who) { kind[size] = what; whose[size] = who; size++ }
inline copy(to, from) {
  to.holder = from.holder; to.first = from.first; to.second = from.second; to.seen[0] = from.seen[0]; to.seen[1] = from.seen[1]
}

/* An operation of member `who`, with its number; stale ones are refused. */
inline take(what, who, which) {
  if
  :: which > relay.seen[who] ->
     if
     :: what == request && relay.holder != who && relay.first != who && relay.second != who && !FULL ->
        relay.seen[who] = which; append(request, who);
        if :: relay.first == NONE -> relay.first = who :: else -> relay.second = who fi
     :: what == release && relay.holder == who && !FULL -> relay.seen[who] = which; append(release, who); relay.holder = NONE
     :: else -> relay.seen[who] = which
     fi
  :: else -> skip
  fi
}

/* Each loop that must go on is a process of its own, so that fairness holds for each; the code sees to it by taking
   timers before messages. */
active proctype Lease() {
end: do :: atomic { LOST -> append(revoke, relay.holder); relay.holder = NONE } od }
active proctype Grant() {
end: do :: atomic { MAYGRANT -> append(grant, relay.first); relay.holder = relay.first; relay.first = relay.second; relay.second = NONE } od }
active proctype Disk() {
end: do :: atomic { durable < size -> durable = size; copy(kept, relay) } od }
proctype Ear(byte i) {
end: do
  :: atomic { asked[i] != nothing && number[i] > relay.seen[i] && !FULL -> take(asked[i], i, number[i]) }
  od }

inline apply(i) {
  if
  :: kind[applied[i]] == grant ->
     assert(grantee[applied[i]] == NONE || grantee[applied[i]] == whose[applied[i]]);       /* I1, I4 */
     grantee[applied[i]] = whose[applied[i]];
     holder[i] = whose[applied[i]]; epoch[i] = applied[i]; former[i] = NONE; former_epoch[i] = 0;
     if :: holder[i] == i -> waiting[i] = false; talked[i] = false :: else -> skip fi
  :: kind[applied[i]] == release -> former[i] = holder[i]; former_epoch[i] = epoch[i]; holder[i] = NONE; epoch[i] = 0
  :: kind[applied[i]] == revoke -> former[i] = NONE; former_epoch[i] = 0; holder[i] = NONE; epoch[i] = 0
  :: else -> skip
  fi;
  applied[i]++
}

/* It applies what the relay tells, as it comes. */
proctype Follow(byte i) {
end: do :: atomic { !dead[i] && applied[i] < KNOWN -> apply(i) } od }
/* What it asked for is in the log, or was refused. */
proctype Answer(byte i) {
end: do
  :: atomic { !dead[i] && asked[i] != nothing && relay.seen[i] >= number[i] && applied[i] == KNOWN && durable == size ->
       again[i] = asked[i]; again_number[i] = number[i]; asked[i] = nothing }
  od }
#ifndef M_NOMAXHOLD
proctype Release(byte i) {
end: do :: atomic { !dead[i] && asked[i] == nothing && holder[i] == i && number[i] <= ASKS -> number[i]++; asked[i] = release } od }
#endif
#ifdef M_NOFENCE
#define HEARD true
#else
#define HEARD ((holder[i] == speaker[w] && epoch[i] == by_epoch[w]) || (former[i] == speaker[w] && former_epoch[i] == by_epoch[w]))
#endif
#ifdef M_NORESEND
#define LOSE relay.seen[i] = number[i]
#else
#define LOSE skip
#endif
/* What may happen and need not: people ask and speak; words arrive, late or not at all, and wait for what explains them;
   programs crash, pause, and hear things twice or not at all. */
active proctype World() { byte i, w;
end: do
  :: i == 0 -> i = 1
  :: i == 1 -> i = 0
  :: w + 1 < WORDS -> w++
  :: w > 0 -> w--
  :: atomic { !dead[i] && asked[i] == nothing && holder[i] != i && !waiting[i] && number[i] < ASKS && !FULL ->
       number[i]++; asked[i] = request; waiting[i] = true }
  :: atomic { !dead[i] && holder[i] == i && MAYTALK && by_epoch[w] == 0 ->
       speaker[w] = i; by_epoch[w] = epoch[i]; talked[i] = true }
  :: atomic { !dead[i] && by_epoch[w] != 0 && speaker[w] != i && heard[i] != by_epoch[w] && HEARD ->
       assert(grantee[by_epoch[w]] == speaker[w]);                                       /* I2 */
       assert(by_epoch[w] >= heard[i]); heard[i] = by_epoch[w] }                          /* I3 */
  :: atomic { by_epoch[w] != 0 -> by_epoch[w] = 0; speaker[w] = 0 }
  :: atomic { crashes > 0 && !dead[i] && holder[i] == i ->
       crashes--; dead[i] = true; waiting[i] = false; talked[i] = false; asked[i] = nothing }
  :: atomic { skews > 0 && relay.holder != NONE && !FULL -> skews--; append(revoke, relay.holder); relay.holder = NONE }
  :: atomic { restarts > 0 -> restarts--; size = durable; copy(relay, kept) }
  :: atomic { replays > 0 -> replays--; take(again[i], i, again_number[i]) }
  :: atomic { losses > 0 && asked[i] == request && number[i] > relay.seen[i] -> losses--; LOSE }
  od }

init { atomic { byte k = 0;
  do :: k < ENTRIES -> grantee[k] = NONE; kind[k] = nothing; k++ :: k >= ENTRIES -> break od;
  relay.holder = NONE; relay.first = NONE; relay.second = NONE; kept.holder = NONE; kept.first = NONE; kept.second = NONE;
  k = 0; do :: k < N -> applied[k] = 1; holder[k] = NONE; former[k] = NONE; asked[k] = nothing; again[k] = nothing; k++ :: k >= N -> break od;
  k = 0; do :: k < N -> run Ear(k); run Follow(k); run Answer(k);
#ifndef M_NOMAXHOLD
     run Release(k);
#endif
      k++ :: k >= N -> break od; k = 0 } }

/* I5, I6: whoever asks is granted it in the end, unless they die or the log of this model is full. */
ltl live { [] (waiting[0] -> <> (holder[0] == 0 || dead[0] || !waiting[0] || FULL)) }
