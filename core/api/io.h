// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/api/commands.h"
#include "core/api/events.h"
#include "core/api/storage.h"
#include "core/base/address.h"
#include "core/base/bytes.h"
#include "core/base/time.h"
#include "core/base/trace.h"
#include "core/base/variant.h"

#include <span>
#include <variant>

/// What goes into a node and what comes out of it.
namespace plenum::node {

/// One UDP datagram from the network.
struct DatagramReceived {
    base::Address from;
    base::ByteView bytes;
};
/// What came together: handled in this order, and what it causes leaves together, in fewer and fuller datagrams.
struct DatagramsReceived {
    std::span<const DatagramReceived> datagrams;
};
/// What an application asked for together, in this order: small live messages among it may go together too.
struct CommandsGiven {
    std::span<const Command> commands;
};
struct WakeUp {};
using Input = std::variant<DatagramReceived, DatagramsReceived, Command, CommandsGiven, ConferenceStored,
                           ConferenceKept, ConferenceLeftOut, WakeUp>;

/// A datagram to send.
struct Transmit {
    base::Address to;
    base::Bytes datagram;
};
/// The node must be polled again at this time, or earlier when there is input.
struct Wake {
    base::LocalTime at;
};
using AnyOutput = std::variant<Transmit, Event, StoreConference, StoreEntry, StoreCheckpoint, StoreMessage, StoreRole,
                               ForgetMessages, ForgetConference, base::TraceEvent, Wake>;
using Output = base::Variant<AnyOutput>;

} // namespace plenum::node
