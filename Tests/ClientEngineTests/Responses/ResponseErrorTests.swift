import ClientEngineCompatibility
import EngineJSON
import Foundation
import Testing

@testable import ClientEngine

@Suite("Errors about answers")
struct ResponseErrorTests {
    @Test(
        "the body is read as JSON where its type says so, or where it is told to be",
        arguments: [
            ("application/json; charset=utf-8", #"{"a":1}"#, true, true),
            ("text/json", #"{"a":1}"#, true, true), ("application/json", "{", false, false),
            (nil, #"{"a":1}"#, false, true), ("text/html", #"{"a":1}"#, false, true),
        ])
    func json(type: String?, body: String, isRead: Bool, isReadWhenAssumed: Bool) {
        let headers: Headers = type.map { ["Content-Type": $0] } ?? [:]
        let response = Response.made(400, headers: headers, body: Array(body.utf8))
        #expect((ResponseError(.status, response).json != nil) == isRead)
        #expect((ResponseError(.status, response, assumesJSON: true).json != nil) == isReadWhenAssumed)
    }

    @Test(
        "a server's own code and message are found in the common shapes",
        arguments: [
            (#"{"code":7,"message":"no"}"#, "7", "no"),
            (#"{"error_code":"E7","error_message":"no"}"#, "E7", "no"),
            (#"{"code":1,"message":"outer","error":{"code":2,"message":"inner"}}"#, "2", "inner"),
            (#"{"error":"invalid_grant","error_description":"expired"}"#, "invalid_grant", "expired"),
            (#"{"type":"urn:x","title":"T","detail":"D"}"#, "urn:x", "D"),
        ])
    func problem(body: String, code: String, message: String) {
        let error = ResponseError(.status, .made(400, json: body))
        #expect(error.problem?.code == code)
        #expect(error.problem?.message == message)
        #expect("\(error)" == "the answer was 400 Bad Request: \(message)")
    }

    @Test(
        "where there is neither code nor message, there is no problem",
        arguments: ["{}", "[]", "7", "{", "null"])
    func noProblem(body: String) {
        let error = ResponseError(.status, .made(500, json: body))
        #expect(error.problem == nil)
        #expect("\(error)" == "the answer was 500 Internal Server Error")
    }

    @Test("other names for the code and the message can be given")
    func names() {
        var names = ServerProblem.Names()
        names.code = ["fault"]
        #expect(ServerProblem(["fault": "F", "code": "C"], names: names)?.code == "F")
    }

    @Test("as NSError it has a domain, a code for each reason, and all its parts")
    func bridge() throws {
        let response = Response.made(409, json: #"{"a":null,"b":[1,null,{"c":null}],"d":"x"}"#)
        let error = ResponseError(.status, response) as NSError
        #expect(error.domain == "ClientEngine.ResponseError")
        #expect(error.code == 1)
        #expect(error.userInfo["statusCode"] as? Int == 409)
        #expect(error.userInfo["body"] as? Data == Data(response.body))
        #expect(error.localizedDescription == "the answer was 409 Conflict")
        let json = try #require(error.userInfo["json"] as? [String: Any])
        #expect(Set(json.keys) == ["b", "d"])
        #expect((json["b"] as? [Any])?.count == 2)
        let list = ResponseError(.status, .made(409, json: "[1]")) as NSError
        #expect(list.userInfo["json"] == nil)
        let reasons: [(ResponseError.Reason, Int)] = [
            (.unauthorized, 2), (.contentType("a/b"), 3), (.noContent, 4), (.redirect(location: "/x"), 5),
        ]
        for (reason, code) in reasons { #expect((ResponseError(reason, response) as NSError).code == code) }
        let redirect = ResponseError(.redirect(location: "/x"), .made(302)) as NSError
        #expect(redirect.userInfo["location"] as? String == "/x")
        let type = ResponseError(.contentType("a/b"), .made()) as NSError
        #expect(type.userInfo["contentType"] as? String == "a/b")
    }

    @Test("every reason has its sentence, its status and its body")
    func accessors() {
        let expected: [(ResponseError.Reason, Response, String)] = [
            (.unauthorized, .made(401), "the answer was 401 Unauthorized"),
            (.redirect(location: "/x"), .made(302), "the answer was 302 Found, a redirect to /x"),
            (.redirect(location: nil), .made(304), "the answer was 304 Not Modified, a redirect to nowhere"),
            (.contentType("text/html"), .made(), "the answer was text/html, which was not asked for"),
            (.noContent, .made(204), "the answer was 204 No Content, where some content was needed"),
        ]
        for (reason, response, sentence) in expected {
            let error = ResponseError(reason, response)
            #expect("\(error)" == sentence)
            #expect(error.status == response.status)
            #expect(error.response.body == response.body)
        }
    }
}
