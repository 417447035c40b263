import ClientEngine
import FoundationEssentials

private struct Pet: Decodable, Sendable { var name: String }

func guideToTypedRequests() {
    let pet = Request.get("pets/1").decoding(Pet.self)  // 2xx, JSON, and not 204
    let kept = Request.delete("pets/1").decodingIfPresent(Pet.self)  // JSON, or nothing
    let tree = Request.get("tree").parsingJSON()  // any JSON, its order and digits kept
    let title = Request.get("page").parsing { response in response.text.prefix(80) }  // 2xx of any type
    let notFound = Request.get("maybe").accepting(.range(200...404))  // unless the status is another
    let mild = Request.get("maybe").accepting(.matching { $0.class != .serverError })  // or by a closure
    print(pet, kept, tree, title, notFound, mild)
}

func guideToDecoders() {
    let decoder = JSONBytesDecoder {
        $0.dateDecodingStrategy = .iso8601
        $0.keyDecodingStrategy = .convertFromSnakeCase
    }
    let dated = Request.get("pets/1").decoding(Pet.self, decoder: decoder)
    let lenient = Request.get("pets/1").decoding(Pet.self, decoder: JSONDecoder())
    print(dated, lenient)
}

func guideToJSONRules() {
    var rules = ResponseRules.json
    rules.contentTypes = ["*/*"]  // JSON that a server sends as text
    let count = Request.get("pets").parsingJSON(rules) { response, json in json.array?.count ?? 0 }
    print(count)
}

func guideToRules(_ client: Client) async throws {
    let rules = ResponseRules(
        statuses: .range(200...399), contentTypes: ["image/png", "image/*"], noContent: .refused)
    let image = Request.get("logo").parsing(rules) { response in response.body }
    let size = image.map { bytes in bytes.count }
    print(try await client.send(size))
}

func guideToJSON(_ client: Client) async throws {
    let response = try await client.send(.get("pets/1"))
    print(response.status, response.mediaType?.description ?? "", response.textEncoding)
    let animal = try response.decode(Pet.self)  // `Codable`
    let name = try response.json()["name"]?.string  // a tree, as the server wrote it
    print(animal, name ?? "", response.text)
}

func guideToAnswerErrors(_ client: Client) async throws {
    let pet = Request.get("pets/1").decoding(Pet.self)
    do {
        print(try await client.send(pet))
    } catch let error as ResponseError {
        switch error.reason {
        case .unauthorized: print("log in first")
        case .redirect(let location): print("it is at", location ?? "an unknown place")
        case .contentType(let type): print("not JSON but", type)
        case .noContent: print("there is none")
        case .status: print(error.status, error.problem?.message ?? error.response.text)
        }
    }
}

func guideToResults(_ client: Client) async {
    let pet = Request.get("pets/1").decoding(Pet.self)
    let result = await client.start(pet).result
    switch result {
    case .success(let pet, let response): print(pet, response.timings?.total ?? .zero)
    case .failure(let error, let response): print(error, response?.status ?? 0)
    case .cancelled: print("cancelled, which is not an error")
    }
    let shown = result.map(\.name) ?? "somebody"
    print(shown)
}
