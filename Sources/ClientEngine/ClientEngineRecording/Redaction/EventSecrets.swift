import ClientEngine

/// Finds the secrets in the data of events: of server-sent events, or of a recorded WebSocket.
enum EventSecrets {
    /// Searches the JSON data of each event, in one pass.
    ///
    /// If the data is not JSON and contains names of secrets, its lines are secret as a whole.
    static func find(in bytes: ArraySlice<UInt8>) -> NamedSecrets {
        var found = NamedSecrets()
        bytes.withUnsafeBytes { buffer in
            guard buffer.mayNameSecrets else { return }
            var lines: [Range<Int>] = []
            // A stream may have millions of lines. Only the few events that may contain names of secrets are parsed.
            var mayNameSecrets = false
            for var line in buffer.pieces(separatedBy: 0x0A) {
                if !line.isEmpty, buffer[line.upperBound - 1] == 0x0D { line = line.dropLast() }
                if line.isEmpty {
                    if mayNameSecrets { found.places += places(in: lines, of: buffer) }
                    lines.removeAll(keepingCapacity: true)
                    mayNameSecrets = false
                } else if buffer[line].starts(with: "data:".utf8) {
                    let data = line.dropFirst(5)
                    lines.append(data)
                    mayNameSecrets =
                        mayNameSecrets || UnsafeRawBufferPointer(rebasing: buffer[data]).mayNameSecrets
                }
            }
            if mayNameSecrets { found.places += places(in: lines, of: buffer) }
        }
        found.move(by: bytes.startIndex)
        return found
    }

    private static func places(in lines: [Range<Int>], of bytes: UnsafeRawBufferPointer) -> [NamedSecrets
        .Place]
    {
        guard let first = lines.first else { return [] }
        var data = Array(bytes[first])
        for line in lines.dropFirst() { data += [0x0A] + bytes[line] }
        guard let shape = BodyShape(contentType: nil, data), shape == .json else { return [] }
        let own = NamedSecrets(in: data[...], shape, nil)
        guard own.isWhole else {
            return lines.map { .init(name: $0.lowerBound..<$0.lowerBound, value: $0, spelling: .plain) }
        }
        // The end of each line in the data, in which lines are separated by a line feed.
        var ends: [Int] = []
        for line in lines { ends.append((ends.last.map { $0 + 1 } ?? 0) + line.count) }
        func moved(_ offset: Int) -> Int {
            let line = min(ends.firstPlace { $0 >= offset }, lines.count - 1)
            return lines[line].upperBound - max(0, ends[line] - offset)
        }
        return own.places.map { place in
            var place = place
            place.name = moved(place.name.lowerBound)..<moved(place.name.upperBound)
            place.value = moved(place.value.lowerBound)..<moved(place.value.upperBound)
            return place
        }
    }
}

extension [Int] {
    /// Returns the first index at which a condition is true, or the count if there is none.
    ///
    /// The condition must be monotonic.
    fileprivate func firstPlace(where isTrue: (Int) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
