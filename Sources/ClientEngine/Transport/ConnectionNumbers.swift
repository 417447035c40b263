/// Knows libcurl's numbers of the connections that carry plain HTTP, by their two ends.
///
/// libcurl tells them in its log alone, which is left unwritten where a kept connection is used again.
struct ConnectionNumbers {
    /// Both ends of a connection.
    struct Ends: Hashable {
        let remoteAddress: String
        let remotePort: Int
        let localAddress: String
        let localPort: Int

        init(_ connection: ConnectionRecord) {
            remoteAddress = connection.remoteAddress
            remotePort = connection.remotePort
            localAddress = connection.localAddress
            localPort = connection.localPort
        }

        // The port tells nearly all of them apart.
        func hash(into hasher: inout Hasher) { hasher.combine(localPort) }
    }

    private var numbers: [Ends: Int] = [:]
    /// The number of those kept before those are forgotten whose connection is gone.
    private var limit = 1024

    subscript(ends: Ends) -> Int? { numbers[ends] }

    /// Takes note of a new connection; `isOpen` tells of another one whether it is there still.
    mutating func note(_ number: Int, of ends: Ends, isOpen: (Int) -> Bool) {
        if numbers.count >= limit {
            numbers = numbers.filter { isOpen($0.value) }
            limit = max(1024, 2 * numbers.count)
        }
        numbers[ends] = number
    }
}
