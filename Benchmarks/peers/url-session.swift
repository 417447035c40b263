// The same work with Foundation's URLSession.
//
// Usage: url-session get|json URL IN-FLIGHT REQUESTS

import Foundation
import FoundationNetworking

struct Item: Decodable {
    let id: Int
    let name: String
    let price: Double
    let isAvailable: Bool
    let tags: [String]
    let comment: String?
}

struct UnexpectedResponse: Error {}

@main
struct Peer {
    static func main() async throws {
        let words = CommandLine.arguments
        guard words.count == 5, let url = URL(string: words[2]), let inFlight = Int(words[3]),
            let total = Int(words[4])
        else {
            throw UnexpectedResponse()
        }
        let isJSON = words[1] == "json"
        let configuration = URLSessionConfiguration.default
        configuration.httpMaximumConnectionsPerHost = inFlight
        configuration.urlCache = nil
        let session = URLSession(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for worker in 0..<inFlight {
                let share = total / inFlight + (worker < total % inFlight ? 1 : 0)
                group.addTask {
                    for _ in 0..<share {
                        let (data, response) = try await session.data(from: url)
                        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
                            throw UnexpectedResponse()
                        }
                        guard try !isJSON || JSONDecoder().decode([Item].self, from: data).count == 16 else {
                            throw UnexpectedResponse()
                        }
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
