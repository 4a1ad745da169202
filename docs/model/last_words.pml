/* SPDX-License-Identifier: Apache-2.0
   A hand-over (docs/floor.md, "Fence"). Ann holds the token by the grant at position 1, speaks, and gives it back; the
   release carries the number of her last word. Bob is granted it next. Her words and the release travel apart, in any
   order. The relay judges each word as it comes and says how long its log was; listeners judge it by the log up to there.
   She may lie and go on speaking by her old grant; the relay may revoke the token instead.

   -DM_name takes one rule away; check.py sees that each of these is missed. */
#ifndef WORDS
#define WORDS 3       /* of Ann, numbered from 1; one is said after the release */
#endif
#ifndef LISTENERS
#define LISTENERS 2
#endif
#define BY_RELEASE 1
#define BY_REVOCATION 2

byte said, told_last;            /* by Ann; as her release says */
bool released;                   /* the release is on its way */
byte ended, last;                /* in the log: how her grant ended, and her last word */
bool over;                       /* the bound on last words is past */
byte size = 2;                   /* of the log: genesis, her grant, its end, Bob's grant */
bool came[WORDS + 1];            /* at the relay */
byte stamp[WORDS + 1];           /* entries that the log had then; 0: refused, or not come */
byte applied[LISTENERS];
bool bob_spoke;

#ifdef M_NOLAST
#define UP_TO_LAST(n) false      /* the release moves the fence at once */
#else
#ifdef M_NOFENCE
#define UP_TO_LAST(n) true       /* it never moves */
#else
#define UP_TO_LAST(n) (n <= last)
#endif
#endif
#ifdef M_REVOKED
#define MAY_FOLLOW (ended != 0)  /* who lost it may finish too */
#else
#define MAY_FOLLOW (ended == BY_RELEASE)
#endif
#define VALID(n) (!ended || (MAY_FOLLOW && !over && UP_TO_LAST(n)))

active proctype Ann() {
end: do
  :: atomic { !released && said < WORDS - 1 -> said++ }
  :: atomic { !released -> told_last = said; released = true }
  :: atomic { released && said < WORDS -> said++ }                                  /* a lie */
  od }

active proctype Relay() { byte n = 1;
end: do
  :: n < WORDS -> n++
  :: n > 1 -> n--
  :: atomic { n <= said && !came[n] -> came[n] = true;
       if
       :: VALID(n) -> stamp[n] = size;
          assert(!ended || (ended == BY_RELEASE && !over && n <= told_last))            /* I2: none of a grant that is over */
       :: else -> assert(ended == BY_REVOCATION || over || n > told_last)           /* T1 */
       fi }
  :: atomic { released && !ended -> ended = BY_RELEASE; last = told_last; size = 3 }
#ifdef M_REVOKED
  :: atomic { !ended -> ended = BY_REVOCATION; last = said; size = 3 }
#else
  :: atomic { !ended -> ended = BY_REVOCATION; size = 3 }
#endif
  :: atomic { size == 3 -> size = 4 }
  :: atomic { ended && size == 4 && !over -> over = true }
  od }

active proctype Bob() { atomic { size == 4 -> bob_spoke = true } }

/* What a listener knows of the end of Ann's grant, by so many entries. */
#define ENDED_AT(s) (s >= 3)
proctype Listener(byte i) { byte n = 1; bool heard_bob;
end: do
  :: n < WORDS -> n++
  :: n > 1 -> n--
  :: atomic { applied[i] < size -> applied[i]++ }
#ifdef M_OWNLOG
  :: atomic { stamp[n] != 0 -> assert(!ENDED_AT(applied[i])) }                      /* T1: by how far it has read itself */
#else
  :: atomic { stamp[n] != 0 && applied[i] >= stamp[n] ->
       assert(!ENDED_AT(stamp[n]) || (ended == BY_RELEASE && n <= last))} /* all judge alike */
#endif
#ifdef M_NOWAIT
  :: atomic { bob_spoke && !heard_bob -> assert(applied[i] == 4); heard_bob = true } /* T1: the grant is not there yet */
#else
  :: atomic { bob_spoke && !heard_bob && applied[i] == 4 -> heard_bob = true }
#endif
  od }

init { atomic { byte k = 0; do :: k < LISTENERS -> applied[k] = 2; run Listener(k); k++ :: k >= LISTENERS -> break od; k = 0 } }
