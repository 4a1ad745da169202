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
#define NONE 7
#define WORDS 2       /* messages on their way */

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
#ifdef M_TIMERSLAST
#define TURN true
#else
#define TURN (!MAYGRANT && !LOST)
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

active proctype Relay() { byte i;
end: do
  :: atomic { LOST -> append(revoke, relay.holder); relay.holder = NONE }
  :: atomic { skews > 0 && relay.holder != NONE && !FULL -> skews--; append(revoke, relay.holder); relay.holder = NONE }
  :: atomic { MAYGRANT -> append(grant, relay.first); relay.holder = relay.first; relay.first = relay.second; relay.second = NONE }
  :: atomic { durable < size -> durable = size; copy(kept, relay) }
  :: atomic { restarts > 0 -> restarts--; size = durable; copy(relay, kept) }
  :: atomic { replays > 0 && TURN -> replays--; i = 0; do :: i < N - 1 -> i++ :: break od; take(again[i], i, again_number[i]); i = 0 }
  od }

/* One for each member, so that none is overheard for ever. */
proctype Ear(byte i) {
end: do
  :: atomic { asked[i] != nothing && number[i] > relay.seen[i] && TURN && !FULL -> take(asked[i], i, number[i]) }
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

proctype Member(byte i) { byte w;
end: do
  /* It applies what the relay tells, as it comes. */
  :: atomic { !dead[i] && applied[i] < KNOWN -> apply(i) }
  /* What it asked for is in the log, or was refused. */
  :: atomic { !dead[i] && asked[i] != nothing && relay.seen[i] >= number[i] && applied[i] == KNOWN && durable == size ->
       again[i] = asked[i]; again_number[i] = number[i]; asked[i] = nothing }
  :: atomic { !dead[i] && asked[i] == nothing && holder[i] != i && !waiting[i] && number[i] < 3 && !FULL ->
       number[i]++; asked[i] = request; waiting[i] = true }
  :: atomic { !dead[i] && holder[i] == i && MAYTALK ->
       if :: by_epoch[0] == 0 -> speaker[0] = i; by_epoch[0] = epoch[i] :: by_epoch[1] == 0 -> speaker[1] = i; by_epoch[1] = epoch[i] :: else -> skip fi;
       talked[i] = true }
#ifndef M_NOMAXHOLD
  :: atomic { !dead[i] && asked[i] == nothing && holder[i] == i && number[i] < 4 -> number[i]++; asked[i] = release }
#endif
  /* It hears words that are on their way, or waits for the entry that explains them. */
  :: atomic { !dead[i] -> w = 0; if :: w = 1 :: skip fi;
       if
       :: by_epoch[w] != 0 && speaker[w] != i &&
#ifdef M_NOFENCE
          true
#else
          ((holder[i] == speaker[w] && epoch[i] == by_epoch[w]) || (former[i] == speaker[w] && former_epoch[i] == by_epoch[w]))
#endif
          -> assert(grantee[by_epoch[w]] == speaker[w]);                                   /* I2 */
             assert(by_epoch[w] >= heard[i]); heard[i] = by_epoch[w]                        /* I3 */
       :: else -> skip
       fi; w = 0 }
  /* Words are lost, or were heard by all who will. */
  :: atomic { !dead[i] && by_epoch[i % WORDS] != 0 -> by_epoch[i % WORDS] = 0; speaker[i % WORDS] = 0 }
  :: atomic { crashes > 0 && !dead[i] && holder[i] == i -> crashes--; dead[i] = true; waiting[i] = false; talked[i] = false; asked[i] = nothing }
  od }

#ifndef M_NORESEND
#define LOSE skip
#else
#define LOSE relay.seen[i] = number[i]
#endif
/* An operation is lost; who sent it sends it again, so nothing follows. */
proctype Loss() { byte i;
end: do
  :: atomic { losses > 0 && asked[0] == request && number[0] > relay.seen[0] -> losses--; i = 0; LOSE }
  :: atomic { losses > 0 && asked[1] == request && number[1] > relay.seen[1] -> losses--; i = 1; LOSE; i = 0 }
  od }

init { atomic { byte k = 0;
  do :: k < ENTRIES -> grantee[k] = NONE; kind[k] = nothing; k++ :: k >= ENTRIES -> break od;
  relay.holder = NONE; relay.first = NONE; relay.second = NONE; kept.holder = NONE; kept.first = NONE; kept.second = NONE;
  k = 0; do :: k < N -> applied[k] = 1; holder[k] = NONE; former[k] = NONE; asked[k] = nothing; again[k] = nothing; k++ :: k >= N -> break od;
  k = 0; do :: k < N -> run Member(k); run Ear(k); k++ :: k >= N -> break od; run Loss(); k = 0 } }

/* I5, I6: whoever asks is granted it in the end, unless they die or the log of this model is full. */
ltl live { [] (waiting[0] -> <> (holder[0] == 0 || dead[0] || !waiting[0] || FULL)) }
