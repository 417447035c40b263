/// Finds the secrets in the data of events: a stream of server-sent ones, or what was said over a WebSocket.
enum EventSecrets {
    /// Looks through the data of each event that is JSON; where it is none and names secrets, its lines are secret as a whole.
    static func find(in bytes: ArraySlice<UInt8>) -> NamedSecrets {
        var found = NamedSecrets()
        var lines: [Range<Int>] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let line = line.last == 0x0D ? line.dropLast() : line
            if line.isEmpty {
                found.places += places(in: lines, of: bytes)
                lines = []
            } else if line.starts(with: "data:".utf8) {
                lines.append(line.startIndex + 5..<line.endIndex)
            }
        }
        found.places += places(in: lines, of: bytes)
        return found
    }

    private static func places(in lines: [Range<Int>], of bytes: ArraySlice<UInt8>) -> [NamedSecrets.Place] {
        guard let first = lines.first else { return [] }
        var data = Array(bytes[first])
        for line in lines.dropFirst() { data += [0x0A] + bytes[line] }
        guard let shape = BodyShape(contentType: nil, data), shape == .json else { return [] }
        let own = NamedSecrets(in: data[...], shape, nil)
        guard own.isWhole else {
            return lines.map { .init(name: $0.lowerBound..<$0.lowerBound, value: $0, spelling: .plain) }
        }
        return own.places.map { place in
            var moved = place
            (moved.name, moved.value) = (range(of: place.name, in: lines), range(of: place.value, in: lines))
            return moved
        }
    }

    /// The place in the whole of what stands there in the data, whose lines have a line feed between them.
    private static func range(of place: Range<Int>, in lines: [Range<Int>]) -> Range<Int> {
        func moved(_ offset: Int) -> Int {
            var start = 0
            for line in lines {
                if offset <= start + line.count { return line.lowerBound + offset - start }
                start += line.count + 1
            }
            return lines.last?.upperBound ?? 0
        }
        return moved(place.lowerBound)..<moved(place.upperBound)
    }
}
